import { type Issue, printInline } from '@dragoman/core'
import { type Document, type Entry, leastState } from '../format.ts'
import { inlinePieces, inlineText, localName } from '../source/inline-text.ts'
import { newEntry } from '../source/new-entry.ts'
import { warn } from '../source/warnings.ts'
import { treeOf, withTree } from '../source/xml-document.ts'
import { attributeOf, childElements, firstElement, type XmlElement } from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { textAt, type XliffText } from './find-units.ts'
import { openXliff, valueElement, type XliffSession } from './read-xliff.ts'

/**
 * Returns the document with whole texts where translation programs have split them into segments, and without the marks
 * of segments (XLIFF 1.2, 2.4.4). Several segments of an XLIFF 2 unit are one text if the unit is a key and they are
 * not. A text of which only some segments are translated is empty, with a warning.
 */
export function joinSegments(
  document: Document,
  dialect: Dialect,
  isKey: (name: string) => boolean,
): Document {
  if (!/\bmtype\b|<[\w.-]*:?(?:ignorable|segment)\b/.test(document.text)) return document
  const tree = treeOf(document)
  const { session } = openXliff(tree, dialect, document.view?.side)
  if (session === null) return document
  const joined = new Map<string, Entry | null>()
  const found: Found = { issues: [...document.issues], counts: new Map() }
  for (const texts of unitsOf(session)) {
    const entries = texts.flatMap(({ path }) => document.entries.get(path.join('.')) ?? [])
    const entry = entries.length < texts.length ? null : joinUnit(session, { texts, entries, isKey }, found)
    if (entry === null || (entry.name !== entries[0]?.name && document.entries.has(entry.name))) continue
    for (const [index, { name }] of entries.entries()) joined.set(name, index === 0 ? entry : null)
  }
  if (joined.size === 0) return document
  const entries = new Map<string, Entry>()
  for (const [name, entry] of document.entries) {
    const whole = joined.has(name) ? joined.get(name) : entry
    if (whole) entries.set(whole.name, whole)
  }
  return withTree({ ...document, entries, issues: found.issues }, tree)
}

type Found = { readonly issues: Issue[]; readonly counts: Parameters<typeof warn>[0]['counts'] }

/** Returns the texts of each unit: its segments. Of units with one name, only the first has entries. */
function* unitsOf({ layout }: XliffSession): Generator<readonly XliffText[]> {
  const names = new Set<string>()
  let texts: XliffText[] = []
  for (const location of layout.locations) {
    const text = textAt(layout, location)
    if (texts[0] !== undefined && texts[0].unit.at !== text.unit.at) {
      yield texts
      texts = []
    }
    const name = text.path.join('.')
    if (names.has(name)) continue
    names.add(name)
    texts.push(text)
  }
  if (texts.length > 0) yield texts
}

type SplitUnit = {
  readonly texts: readonly XliffText[]
  readonly entries: readonly Entry[]
  readonly isKey: (name: string) => boolean
}

/** Returns the entry of the whole unit; null: it stays as it is. */
function joinUnit(session: XliffSession, { texts, entries, isKey }: SplitUnit, found: Found): Entry | null {
  const [first] = texts
  const [entry] = entries
  if (first === undefined || entry === undefined) return null
  const path = first.isOneOfSeveral ? first.path.slice(0, -1) : first.path
  const name = path.join('.')
  if (first.isOneOfSeveral && (!isKey(name) || entries.some((one) => isKey(one.name)))) return null
  const whole = wholeText(session, first, session.side)
  const source = session.side === 'target' ? wholeText(session, first, 'source') : null
  if (whole === null || (whole.text === entry.text && source?.text === entry.source && name === entry.name))
    return null
  const { start, openEnd } = first.unit
  if (whole.isPartial) warn(found, 'incomplete-segments', { start, end: openEnd }, { key: name })
  const text = whole.isPartial ? '' : whole.text
  return newEntry(path, name, text, whole.isPartial ? { start, end: openEnd } : entry.span, {
    source: source?.text,
    state: text === '' ? null : leastState(entries),
    comment: entry.comment,
    maxLength: entry.maxLength,
  })
}

type WholeText = {
  readonly text: string
  /** Only some segments have a text. */
  readonly isPartial: boolean
}

function wholeText(session: XliffSession, first: XliffText, side: 'source' | 'target'): WholeText | null {
  return session.dialect.id === 'xliff-1'
    ? withoutMarks(session, valueElement(first, side))
    : withIgnorables(session, first.unit, side)
}

const NO_TEXT: WholeText = { text: '', isPartial: false }

function withoutMarks({ text: file, syntax }: XliffSession, element: XmlElement | null): WholeText | null {
  if (element === null) return NO_TEXT
  const segments: XmlElement[] = []
  const isSegment = (child: XmlElement) => {
    const is = localName(child.name, syntax.prefix) === 'mrk' && attributeOf(child, 'mtype') === 'seg'
    if (is) segments.push(child)
    return is
  }
  const pieces = inlinePieces(file, element, syntax, isSegment)
  const text = pieces === null ? null : printInline(pieces, syntax)
  const empty = segments.filter((segment) => inlineText(file, segment, syntax) === '').length
  if (text === null) return null
  return empty === segments.length && empty > 0 ? NO_TEXT : { text, isPartial: empty > 0 }
}

/** Returns the segments of a unit with what is between them, in the order of the translation. */
function withIgnorables(
  { text: file, syntax }: XliffSession,
  unit: XmlElement,
  side: 'source' | 'target',
): WholeText | null {
  const parts: { readonly text: string; readonly order: number }[] = []
  let translated = 0
  let missing = 0
  for (const holder of childElements(unit)) {
    const kind = localName(holder.name, syntax.prefix)
    if (kind !== 'segment' && kind !== 'ignorable') continue
    const source = firstElement(holder, `${syntax.prefix}source`)
    const own = side === 'source' ? source : firstElement(holder, `${syntax.prefix}target`)
    // What is between segments is often not repeated.
    const element = kind === 'ignorable' ? (own ?? source) : own
    const text = element === null ? '' : inlineText(file, element, syntax)
    if (text === null) return null
    if (kind === 'segment' && text !== '') translated++
    else if (kind === 'segment' && source !== null && inlineText(file, source, syntax) !== '') missing++
    const order = own === null || side === 'source' ? null : attributeOf(own, 'order')
    parts.push({
      text,
      order: order !== null && /^[1-9]\d{0,5}$/.test(order) ? Number(order) : parts.length + 1,
    })
  }
  if (translated === 0) return NO_TEXT
  const inOrder = parts.sort((a, b) => a.order - b.order)
  return { text: inOrder.map(({ text }) => text).join(''), isPartial: missing > 0 }
}
