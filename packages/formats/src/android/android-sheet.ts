import { EditError } from '../edit-error.ts'
import { type Document, isWhole } from '../format.ts'
import { parseXml } from '../source/parse-xml.ts'
import { type DraftElement, draftXml } from '../source/xml-draft.ts'
import { type XmlHabit, xmlHabitOf } from '../source/xml-habit.ts'
import { type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import { attributeOf, type XmlElement } from '../source/xml-tree.ts'
import { collectAndroid, productName, resourceId, resourceKind } from './read-android.ts'
import { hasTags, type Markup, writeAndroidValue } from './write-android-value.ts'

/** A file while it is being edited: its pieces, and where each name stands in them. */
export type AndroidSheet = {
  readonly top: DraftElement
  readonly root: DraftElement
  readonly slots: Map<string, AndroidSlot>
  /** What the names of entries hide. */
  readonly doubles: Map<string, { readonly element: DraftElement; readonly resource: DraftElement }[]>
  /** Resources behind another of their kind and name, by that. */
  readonly repeated: Map<string, DraftElement[]>
  /** The resources of strings, plurals and arrays by kind and name, those without texts too. */
  readonly resources: Map<string, DraftElement>
  /** The names of entries that a resource had or got. */
  readonly names: Map<DraftElement, string[]>
  /** Items that a removal left empty to keep the places behind them. */
  readonly vacated: Set<DraftElement>
  /** Entries whose resource was renamed with another entry's edit: the old name and the new one. */
  readonly renamed: Map<string, string>
  readonly layout: XmlLayout
  readonly habit: XmlHabit
  readonly model: Document | null
  readonly prefixes: ReadonlySet<string>
  /** Whether new texts write their tags as tags. */
  readonly prefersTags: boolean
}

export type AndroidSlot = {
  readonly kind: 'string' | 'quantity' | 'item'
  readonly element: DraftElement
  readonly resource: DraftElement
  readonly resourceName: string
  /** The quantity, the place in an array, or null. */
  readonly form: string | number | null
  text: string
}

const DEFAULT_LAYOUT: XmlLayout = { eol: '\n', indent: '    ' }

export function openAndroidSheet(document: Document, model: Document | null): AndroidSheet {
  const { text, encoding } = document
  const tree = parseXml(text)
  const { top, elements } = draftXml(text, tree)
  const root = tree.root === null ? undefined : elements.get(tree.root)
  if (tree.root === null || root === undefined) throw new EditError('not-whole', '')
  const layout = xmlLayoutOf(text, root, layoutOfModel(model))
  const { texts, doubles, repeated } = collectAndroid(text, tree)
  const raws = [...texts.values()].map(({ element }) => text.slice(element.openEnd, element.closeStart))
  const base: XmlHabit = { references: new Map(), eol: layout.eol, charset: encoding.charset }
  const sheet: AndroidSheet = {
    top,
    root,
    slots: new Map(),
    doubles: new Map(),
    repeated: new Map(),
    resources: new Map(),
    names: new Map(),
    vacated: new Set(),
    renamed: new Map(),
    layout,
    habit: xmlHabitOf(
      raws,
      raws.length === 0 && model !== null ? { ...habitOfModel(model), eol: layout.eol, charset: encoding.charset } : base,
    ),
    model,
    prefixes: prefixesOf(tree.root),
    prefersTags: raws.some(hasTags) || !raws.some((raw) => /&lt;[a-z/]/.test(raw)),
  }
  for (const child of root.children) {
    const source = child.kind === 'element' ? child.source : null
    const kind = source === null ? null : resourceKind(source, attributeOf(source, 'type'))
    if (child.kind !== 'element' || source === null || kind === null) continue
    const id = resourceId(kind, productName(attributeOf(source, 'name') ?? '', attributeOf(source, 'product')))
    if (!sheet.resources.has(id)) sheet.resources.set(id, child)
  }
  for (const [name, { entry, element, resource }] of texts) {
    const draft = elements.get(element)
    const owner = elements.get(resource)
    if (draft === undefined || owner === undefined) continue
    const last = entry.path.at(-1)
    const kind = entry.unit !== undefined ? 'quantity' : typeof last === 'number' ? 'item' : 'string'
    const form = kind === 'string' ? null : (last ?? null)
    registerSlot(sheet, name, { kind, element: draft, resource: owner, resourceName: String(entry.path[0]), form, text: entry.text })
  }
  for (const [name, places] of doubles) {
    sheet.doubles.set(
      name,
      places.flatMap((place) => draftsOf(elements, place)),
    )
  }
  for (const [id, others] of repeated)
    sheet.repeated.set(
      id,
      others.map((other) => elements.get(other)).filter((other) => other !== undefined),
    )
  return sheet
}

function draftsOf(elements: ReadonlyMap<XmlElement, DraftElement>, place: { readonly element: XmlElement; readonly resource: XmlElement }) {
  const element = elements.get(place.element)
  const resource = elements.get(place.resource)
  return element === undefined || resource === undefined ? [] : [{ element, resource }]
}

export function registerSlot(sheet: AndroidSheet, name: string, slot: AndroidSlot): void {
  sheet.slots.set(name, slot)
  const names = sheet.names.get(slot.resource)
  if (names === undefined) sheet.names.set(slot.resource, [name])
  else names.push(name)
}

/** The raw content that says `text`, in the style of `old`, else in that of the same entry of the model. */
export function writeValue(
  sheet: AndroidSheet,
  { name, text, old }: { readonly name: string; readonly text: string; readonly old: string | null },
): string {
  if (text === '') return ''
  const example = old === null || old.trim() === '' ? rawOfModel(sheet.model, name) : old
  const isTags = example === null ? sheet.prefersTags : hasTags(example) || (example.trim() === '' && sheet.prefersTags)
  const markup: Markup = { isTags, prefixes: sheet.prefixes }
  const raw = writeAndroidValue(old === '' ? null : old, text, markup, sheet.habit)
  if (raw === null) throw new EditError('not-representable', name)
  return raw
}

function rawOfModel(model: Document | null, name: string): string | null {
  const span = model?.entries.get(name)?.span
  if (model === null || span === undefined) return null
  const { root } = parseXml(model.text.slice(span.start, span.end))
  return root === null ? null : model.text.slice(span.start + root.openEnd, span.start + root.closeStart)
}

function prefixesOf(root: { readonly attributes: readonly { readonly name: string }[] }): ReadonlySet<string> {
  const declared = root.attributes.filter(({ name }) => name.startsWith('xmlns:')).map(({ name }) => name.slice(6))
  return new Set(declared)
}

function layoutOfModel(model: Document | null): XmlLayout {
  if (model === null || !isWhole(model)) return DEFAULT_LAYOUT
  const tree = parseXml(model.text)
  const root = tree.root === null ? undefined : draftXml(model.text, tree).elements.get(tree.root)
  return root === undefined ? DEFAULT_LAYOUT : xmlLayoutOf(model.text, root, DEFAULT_LAYOUT)
}

function habitOfModel(model: Document): XmlHabit {
  const raws = [...model.entries.values()].map(({ span }) => model.text.slice(model.text.indexOf('>', span.start) + 1, span.end))
  return xmlHabitOf(raws, { references: new Map(), eol: '\n', charset: model.encoding.charset })
}
