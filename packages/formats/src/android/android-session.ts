import type { FormName } from '@dragoman/core'
import { append } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { type Document, type Entry, isWhole } from '../format.ts'
import { locationNamed } from '../source/entry-locations.ts'
import { lazy } from '../source/lazy.ts'
import { eolOf } from '../source/line-ends.ts'
import { parseXml } from '../source/parse-xml.ts'
import { treeOf } from '../source/xml-document.ts'
import { type DraftElement, draftOf, draftXml } from '../source/xml-draft.ts'
import { type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { styleFor, type XmlStyle, xmlStyleOf } from '../source/xml-style.ts'
import {
  attributeOf,
  childElements,
  elementStartingAt,
  parentOf,
  type XmlElement,
} from '../source/xml-tree.ts'
import { rawTexts } from '../source/xml-value.ts'
import { collectAndroid, productName, resourceId, resourceKind } from './read-android.ts'
import { dialectOf } from './resource-dialect.ts'
import { type SourceItem, sourceArraysOf } from './source-arrays.ts'
import { type Prefixes, prefixesOf } from './tag-prefixes.ts'
import { hasTags, hasTagsAsCharacters, type Markup } from './write-android-value.ts'

/**
 * A file while it is being edited: its pieces, and the location of each name in them. Only names that edits
 * use are searched.
 */
export type AndroidSession = {
  readonly document: Document
  readonly top: DraftElement
  readonly root: DraftElement
  /** The names that edits have used so far; null: no entry has the name, or no longer has it. */
  readonly locations: Map<string, AndroidLocation | null>
  /** Texts hidden by an earlier entry of the same name. */
  readonly doubles: () => Map<string, readonly AndroidDraft[]>
  /** Resources behind another one of the same kind and name, by both. */
  readonly repeated: () => Map<string, readonly DraftElement[]>
  /** The resources of strings, plurals and arrays by kind and name, including those without texts. */
  readonly resources: () => Map<string, DraftElement>
  /** The names of entries that a resource got in addition to its original ones. */
  readonly names: Map<DraftElement, string[]>
  /** Items that a removal left empty to keep the positions after them. */
  readonly vacated: Set<DraftElement>
  /** Names of arrays in which an item got its first text or lost it. */
  readonly changedArrays: Set<string>
  /** The items of each array in the file of the source language, if this is another one. */
  readonly sourceArrays: () => ReadonlyMap<string, readonly SourceItem[]>
  readonly layout: () => XmlLayout
  readonly style: (text: string) => XmlStyle
  readonly model: Document | null
  /** Prefixes that the root declares. */
  readonly prefixes: Prefixes
  /** Whether tags in new texts are written as tags. */
  readonly prefersTags: () => boolean
}

export type AndroidDraft = { readonly element: DraftElement; readonly resource: DraftElement }

export type AndroidLocation = {
  readonly kind: 'string' | 'quantity' | 'item'
  readonly element: DraftElement
  readonly resource: DraftElement
  readonly resourceName: string
  /** The quantity, the position in an array, or null. */
  readonly form: FormName | number | null
  text: string
}

const DEFAULT_LAYOUT: XmlLayout = { eol: '\n', indent: '    ' }

export function openAndroidSession(document: Document, model: Document | null): AndroidSession {
  const { text, encoding, entries } = document
  const tree = treeOf(document)
  const { table, root } = tree
  if (root === null) throw new EditError('not-whole', '')
  const top = draftXml(table)
  const found = lazy(() => collectAndroid(tree, dialectOf(document)))
  const draft = (element: XmlElement) => draftOf(top, element)
  const eol =
    eolOf(text) ?? (model !== null && isWhole(model) ? eolOf(model.text) : null) ?? DEFAULT_LAYOUT.eol
  return {
    document,
    top,
    root: draft(root),
    locations: new Map(),
    doubles: lazy(() =>
      mapValues(found().doubles, ({ element, resource }) => ({
        element: draft(element),
        resource: draft(resource),
      })),
    ),
    repeated: lazy(() => mapValues(found().repeated, draft)),
    resources: lazy(() => resourcesOf(root, draft)),
    names: new Map(),
    vacated: new Set(),
    changedArrays: new Set(),
    sourceArrays: lazy(() => sourceArraysOf(document, model)),
    layout: lazy(() => xmlLayoutOf(root, layoutOfModel(model))),
    style: styleFor(
      text,
      { references: modelReferences(document, model), eol, charset: encoding.charset },
      () => rawTexts(table, entries),
    ),
    model,
    prefixes: new Set(prefixesOf(root)),
    prefersTags: lazy(() => {
      const raws = rawTexts(table, entries)
      if (!dialectOf(document).hasTags) return raws.some(hasTags)
      return raws.some(hasTags) || !raws.some((raw) => /&lt;[a-z/]/.test(raw))
    }),
  }
}

function mapValues<A, B>(
  lists: ReadonlyMap<string, readonly A[]>,
  change: (value: A) => B,
): Map<string, readonly B[]> {
  return new Map([...lists].map(([key, values]) => [key, values.map(change)]))
}

function resourcesOf(
  root: XmlElement,
  draft: (element: XmlElement) => DraftElement,
): Map<string, DraftElement> {
  const resources = new Map<string, DraftElement>()
  for (const element of childElements(root)) {
    const kind = resourceKind(element)
    if (kind === null) continue
    const id = resourceId(
      kind,
      productName(attributeOf(element, 'name') ?? '', attributeOf(element, 'product')),
    )
    if (!resources.has(id)) resources.set(id, draft(element))
  }
  return resources
}

/** Returns the current location of a name; null if no entry has it. */
export function locationOf(session: AndroidSession, name: string): AndroidLocation | null {
  return locationNamed(session, name, (entry) => locationOfEntry(session, entry))
}

function locationOfEntry(
  { document, top }: AndroidSession,
  { path, unit, text, span }: Entry,
): AndroidLocation {
  const last = path.at(-1)
  const kind = unit !== undefined ? 'quantity' : typeof last === 'number' ? 'item' : 'string'
  const element = elementStartingAt(treeOf(document).table, span.start)
  const resource = kind === 'string' || element === null ? element : parentOf(element)
  if (element === null || resource === null) throw new EditError('not-whole', '')
  const form = unit?.form ?? (typeof last === 'number' ? last : null)
  return {
    kind,
    element: draftOf(top, element),
    resource: draftOf(top, resource),
    resourceName: String(path[0]),
    form,
    text,
  }
}

/** Returns the names of a resource's entries, including removed ones. */
export function namesOf({ document, names }: AndroidSession, resource: DraftElement): readonly string[] {
  const { source } = resource
  const own: string[] = []
  if (source !== null) {
    for (const { name, span } of document.entries.values())
      if (span.start >= source.start && span.end <= source.end) own.push(name)
  }
  return [...own, ...(names.get(resource) ?? [])]
}

export function registerLocation(session: AndroidSession, name: string, location: AndroidLocation): void {
  session.locations.set(name, location)
  append(session.names, location.resource, name)
}

type NewValue = {
  readonly name: string
  readonly text: string
  readonly old: string | null
  /** The element that will contain it, or one around that; null: the root. */
  readonly within: DraftElement | null
}

/** Returns the raw content for `text`, in the style of `old`, otherwise of the same entry in the model. */
export function writeValue(session: AndroidSession, { name, text, old, within }: NewValue): string {
  if (text === '') return ''
  const isTags = writesTags(session, name, old === null || old.trim() === '' ? null : old)
  const markup: Markup = { isTags, prefixes: prefixesAt(session, within) }
  const raw = dialectOf(session.document).write(
    old === '' ? null : old,
    text,
    markup,
    session.style(text + ESCAPES),
  )
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

/** Returns whether tags in a new text are written as tags. */
function writesTags(session: AndroidSession, name: string, old: string | null): boolean {
  const ofModel = () => rawOfModel(session.model, name)
  if (!dialectOf(session.document).hasTags) {
    const example = old ?? ofModel()
    if (example === null || example.trim() === '') return session.prefersTags()
    return hasTags(example)
  }
  // An old text without tags only shows that it needed none.
  const examples = [old, ofModel()]
  for (const example of examples) {
    if (example === null) continue
    if (hasTags(example)) return true
    if (hasTagsAsCharacters(example)) return false
  }
  return session.prefersTags()
}

function rawOfModel(model: Document | null, name: string): string | null {
  const span = model?.entries.get(name)?.span
  if (model === null || span === undefined) return null
  const { root } = parseXml(model.text.slice(span.start, span.end))
  return root === null ? null : model.text.slice(span.start + root.openEnd, span.start + root.closeStart)
}

/** Returns the prefixes that are declared within an element, by it and those around it. */
function prefixesAt({ root, prefixes }: AndroidSession, element: DraftElement | null): Prefixes {
  const own: string[] = []
  for (let around = element; around !== null && around !== root; around = around.parent)
    if (around.source !== null) own.push(...prefixesOf(around.source))
  return own.length === 0 ? prefixes : new Set([...prefixes, ...own])
}

function layoutOfModel(model: Document | null): XmlLayout {
  if (model === null || !isWhole(model)) return DEFAULT_LAYOUT
  const tree = treeOf(model)
  return tree.root === null ? DEFAULT_LAYOUT : xmlLayoutOf(tree.root, DEFAULT_LAYOUT)
}

/** Characters that escapes in a text consist of. */
const ESCAPES = '\\"\'@?ntu0123456789abcdef'

/** Returns the model's use of references for a file without texts. */
function modelReferences({ entries }: Document, model: Document | null): XmlStyle['references'] {
  if (entries.size > 0 || model === null) return new Map()
  const raws = [...model.entries.values()].map(({ span }) =>
    model.text.slice(model.text.indexOf('>', span.start) + 1, span.end),
  )
  return xmlStyleOf(raws, { references: new Map(), eol: '\n', charset: model.encoding.charset }).references
}
