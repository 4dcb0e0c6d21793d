import { type EntryPath, type FormName, isKeyName, PLURAL_CATEGORIES, type Span } from '@dragoman/core'
import { type Document, type Entry, type EntryUnit, unitEntryName } from '../format.ts'
import type { IssueList } from '../json/issue-list.ts'
import { openIssueList } from '../json/issue-list.ts'
import { append } from '../source/append.ts'
import { newEntry } from '../source/new-entry.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import { commentAbove } from '../source/xml-comment.ts'
import { attributeOf, childElements, type XmlElement, type XmlTree } from '../source/xml-tree.ts'
import { readAndroidValue } from './android-text.ts'

export const ANDROID_XML = 'android-xml'

/** Reads a file of Android string resources: strings, the quantities of plurals and the items of string arrays. */
export function readAndroid(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeXml(bytes)
  if (issue !== null) return { format: ANDROID_XML, text, encoding, entries: new Map(), issues: [issue] }
  const tree = parseXml(text)
  const { texts, issues } = collectAndroid(text, tree)
  const entries = new Map<string, Entry>()
  for (const [name, { entry }] of texts) entries.set(name, entry)
  return { format: ANDROID_XML, text, encoding, entries, issues }
}

/** A text of a file with the element that holds it and the resource that element belongs to. */
export type AndroidText = { readonly entry: Entry; readonly element: XmlElement; readonly resource: XmlElement }

export type AndroidTexts = {
  readonly texts: ReadonlyMap<string, AndroidText>
  /** Elements that would have the name of an entry before them. */
  readonly doubles: ReadonlyMap<string, readonly Omit<AndroidText, 'entry'>[]>
  /** Resources with the kind and name (`resourceId`) of one before them. */
  readonly repeated: ReadonlyMap<string, readonly XmlElement[]>
  readonly issues: Document['issues']
}

export function collectAndroid(file: string, tree: XmlTree): AndroidTexts {
  const list = openIssueList()
  const reading: Reading = { file, texts: new Map(), issues: list, doubles: new Map(), repeated: new Map(), seen: new Set() }
  const { texts, doubles, repeated } = reading
  const { root } = tree
  if (root !== null && root.name !== 'resources') {
    const span = { start: root.start, end: root.openEnd }
    const issue = { code: 'not-this-format', severity: 'error' as const, span, params: { format: 'Android string resources' } }
    return { texts, doubles, repeated, issues: [...tree.issues, issue] }
  }
  for (const [i, child] of (root?.children ?? []).entries()) {
    if (child.kind === 'element' && root !== null) collectResource(reading, child, commentAbove(file, root.children, i))
  }
  return { texts, doubles, repeated, issues: [...tree.issues, ...list.all()].toSorted((a, b) => a.span.start - b.span.start) }
}

/** The kind of resource that an element is, as far as texts go. */
export function resourceKind(element: { readonly name: string }, type: string | null): 'string' | 'plurals' | 'string-array' | null {
  if (element.name === 'item') return type === 'string' ? 'string' : null
  return element.name === 'string' || element.name === 'plurals' || element.name === 'string-array' ? element.name : null
}

/** The name of a resource and, behind a mark that no resource name has, the product it is for. */
export function productName(name: string, product: string | null): string {
  return product === null || product === '' || product === 'default' ? name : `${name}#${product}`
}

/** Strings, plurals and arrays have names of their own each. */
export function resourceId(kind: string, name: string): string {
  return `${kind} ${name}`
}

type Reading = {
  readonly file: string
  readonly texts: Map<string, AndroidText>
  readonly issues: IssueList
  readonly doubles: Map<string, Omit<AndroidText, 'entry'>[]>
  readonly repeated: Map<string, XmlElement[]>
  readonly seen: Set<string>
}

function collectResource(reading: Reading, resource: XmlElement, comment: string | null): void {
  const kind = resourceKind(resource, attributeOf(resource, 'type'))
  if (kind === null) return
  const span = { start: resource.start, end: resource.openEnd }
  const plain = attributeOf(resource, 'name')
  if (plain === null) {
    reading.issues.warn('missing-attribute', span, { tag: resource.name, attribute: 'name' })
    return
  }
  const name = productName(plain, attributeOf(resource, 'product'))
  if (!isKeyName(name)) {
    reading.issues.warn('unusable-key', span, {})
    return
  }
  const id = resourceId(kind, name)
  if (reading.seen.has(id)) {
    // aapt2 keeps the first and stops at the second.
    reading.issues.warn('duplicate-key', span, { key: name })
    append(reading.repeated, id, resource)
    return
  }
  reading.seen.add(id)
  if (attributeOf(resource, 'translatable') === 'false') return
  if (kind === 'string') {
    addText(reading, resource, resource, { path: [name], name, unit: null, comment })
    return
  }
  for (const [i, item] of childElements(resource, 'item').entries()) {
    if (kind === 'string-array') addText(reading, item, resource, { path: [name, i], name: `${name}.${i}`, unit: null, comment })
    else addQuantity(reading, item, resource, { name, comment })
  }
}

function addQuantity(reading: Reading, item: XmlElement, resource: XmlElement, { name, comment }: Pick<Known, 'name' | 'comment'>): void {
  const span = { start: item.start, end: item.openEnd }
  const quantity = attributeOf(item, 'quantity')
  const form: FormName | undefined = PLURAL_CATEGORIES.find((category) => category === quantity)
  if (quantity === null) reading.issues.warn('missing-attribute', span, { tag: 'item', attribute: 'quantity' })
  else if (form === undefined) reading.issues.warn('unexpected-text', span, { found: quantity })
  if (form === undefined) return
  const unit: EntryUnit = { name, plural: 'cardinal', form, path: [name] }
  addText(reading, item, resource, { path: [name, form], name: unitEntryName(unit), unit, comment })
}

type Known = { readonly path: EntryPath; readonly name: string; readonly unit: EntryUnit | null; readonly comment: string | null }

function addText(reading: Reading, element: XmlElement, resource: XmlElement, known: Known): void {
  const span: Span = { start: element.start, end: element.end }
  const value = readAndroidValue(reading.file, element)
  if (value.isReference) return
  if (value.badEscape !== null) reading.issues.warn('bad-escape', span, { found: value.badEscape })
  if (reading.texts.has(known.name)) {
    const key = known.unit?.name ?? known.name
    reading.issues.warn(known.unit === null ? 'name-collision' : 'duplicate-key', span, known.unit === null ? { name: key } : { key })
    append(reading.doubles, known.name, { element, resource })
    return
  }
  const entry = newEntry(known.path, known.name, value.text, span, known)
  reading.texts.set(known.name, { entry, element, resource })
}
