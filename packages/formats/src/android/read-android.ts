import { append, categoryNamed, type EntryPath, isPlainKeyName, type Span } from '@dragoman/core'
import { type Document, type Entry, type EntryUnit, unitEntryName } from '../format.ts'
import type { IssueList } from '../source/issue-list.ts'
import { openIssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { commentAbove } from '../source/xml-comment.ts'
import { readXml, wrongRoot } from '../source/xml-document.ts'
import {
  attributeOf,
  firstElement,
  nextElement,
  tagSpan,
  type XmlElement,
  type XmlTree,
} from '../source/xml-tree.ts'
import type { ResourceDialect } from './resource-dialect.ts'

/**
 * Reads a file of Android string resources: strings, the quantities of plurals and the items of string
 * arrays.
 */
export function readAndroid(bytes: Uint8Array, dialect: ResourceDialect): Document {
  return readXml(dialect.id, bytes, undefined, (tree) => collectAndroid(tree, dialect))
}

/** The element with a text, and the resource it belongs to. */
export type AndroidText = { readonly element: XmlElement; readonly resource: XmlElement }

export type AndroidTexts = {
  readonly entries: ReadonlyMap<string, Entry>
  /** Elements that would have the name of an earlier entry. */
  readonly doubles: ReadonlyMap<string, readonly AndroidText[]>
  /** Resources with the kind and name (`resourceId`) of an earlier one. */
  readonly repeated: ReadonlyMap<string, readonly XmlElement[]>
  readonly issues: Document['issues']
}

export function collectAndroid(tree: XmlTree, dialect: ResourceDialect): AndroidTexts {
  const list = openIssueList(tree.issues)
  const reading: Reading = {
    file: tree.table.text,
    dialect,
    entries: new Map(),
    issues: list,
    doubles: new Map(),
    repeated: new Map(),
    seen: { string: new Set(), plurals: new Set(), 'string-array': new Set() },
  }
  const { entries, doubles, repeated } = reading
  const { root } = tree
  if (root !== null && root.name !== 'resources')
    return { entries, doubles, repeated, issues: [...tree.issues, wrongRoot(root, dialect.name)] }
  for (let child = root && firstElement(root); child !== null; child = nextElement(child))
    collectResource(reading, child, commentAbove(child))
  return { entries, doubles, repeated, issues: list.all() }
}

export type ResourceKind = 'string' | 'plurals' | 'string-array'

/** Returns the kind of an element's resource, or null for those without texts. */
export function resourceKind(element: XmlElement): ResourceKind | null {
  if (element.name === 'item') return attributeOf(element, 'type') === 'string' ? 'string' : null
  return element.name === 'string' || element.name === 'plurals' || element.name === 'string-array'
    ? element.name
    : null
}

/** Returns the name of a resource and, after a character that no resource name contains, its product. */
export function productName(name: string, product: string | null): string {
  return product === null || product === '' || product === 'default' ? name : `${name}#${product}`
}

/** Returns an id of a resource: strings, plurals and arrays have separate names. */
export function resourceId(kind: string, name: string): string {
  return `${kind} ${name}`
}

type Reading = {
  readonly file: string
  readonly dialect: ResourceDialect
  readonly entries: Map<string, Entry>
  readonly issues: IssueList
  readonly doubles: Map<string, AndroidText[]>
  readonly repeated: Map<string, XmlElement[]>
  /** The names of each kind's resources. */
  readonly seen: Readonly<Record<ResourceKind, Set<string>>>
}

function collectResource(reading: Reading, resource: XmlElement, comment: string | null): void {
  const kind = resourceKind(resource)
  if (kind === null) return
  const plain = attributeOf(resource, 'name')
  if (plain === null) {
    reading.issues.warn('missing-attribute', tagSpan(resource), { tag: resource.name, attribute: 'name' })
    return
  }
  const name = productName(plain, attributeOf(resource, 'product'))
  if (!isPlainKeyName(name)) {
    reading.issues.warn('unusable-key', tagSpan(resource), {})
    return
  }
  const seen = reading.seen[kind]
  const count = seen.size
  seen.add(name)
  if (seen.size === count) {
    // aapt2 keeps the first and stops at the second.
    reading.issues.warn('duplicate-key', tagSpan(resource), { key: name })
    append(reading.repeated, resourceId(kind, name), resource)
    return
  }
  if (attributeOf(resource, 'translatable') === 'false') return
  if (kind === 'string') {
    addText(reading, resource, resource, { path: [name], name, unit: null, comment })
    return
  }
  let place = 0
  const path = [name]
  for (let item = firstElement(resource, 'item'); item !== null; item = nextElement(item, 'item')) {
    if (kind === 'plurals') addQuantity(reading, item, resource, { path, name, comment })
    else
      addText(reading, item, resource, { path: [name, place], name: `${name}.${place}`, unit: null, comment })
    place++
  }
}

function addQuantity(
  reading: Reading,
  item: XmlElement,
  resource: XmlElement,
  { path, name, comment }: Pick<Known, 'path' | 'name' | 'comment'>,
): void {
  const quantity = attributeOf(item, 'quantity')
  const form = categoryNamed(quantity)
  if (quantity === null)
    reading.issues.warn('missing-attribute', tagSpan(item), { tag: 'item', attribute: 'quantity' })
  else if (form === null) reading.issues.warn('unexpected-text', tagSpan(item), { found: quantity })
  if (form === null) return
  const unit: EntryUnit = { name, plural: 'cardinal', form, path }
  addText(reading, item, resource, { path: [name, form], name: unitEntryName(unit), unit, comment })
}

type Known = {
  readonly path: EntryPath
  readonly name: string
  readonly unit: EntryUnit | null
  readonly comment: string | null
}

function addText(reading: Reading, element: XmlElement, resource: XmlElement, known: Known): void {
  const span: Span = { start: element.start, end: element.end }
  const value = reading.dialect.read(reading.file, element)
  if (value.isReference) return
  if (value.badEscape !== null) reading.issues.warn('bad-escape', span, { found: value.badEscape })
  if (reading.entries.has(known.name)) {
    const key = known.unit?.name ?? known.name
    reading.issues.warn(
      known.unit === null ? 'name-collision' : 'duplicate-key',
      span,
      known.unit === null ? { name: key } : { key },
    )
    append(reading.doubles, known.name, { element, resource })
    return
  }
  reading.entries.set(known.name, newEntry(known.path, known.name, value.text, span, known))
}
