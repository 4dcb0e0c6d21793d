import type { JsonMember, JsonNode } from './json.ts'
import { commaAfter, endOfNote, needsLineEnd } from './json-comment.ts'

/**
 * A JSON text split so that it can be changed: every character belongs to exactly one piece, so printing an
 * unchanged draft returns the text itself. Changing a draft means changing its pieces, so these types are not
 * readonly.
 */
export type JsonDraft = { readonly before: string; root: DraftValue; readonly after: string }

export type DraftValue = DraftLeaf | DraftContainer
/**
 * A string, number, true, false or null as written. `vacated`: a removal put `null` here to keep the
 * positions after it.
 */
export type DraftLeaf = {
  readonly kind: 'leaf'
  raw: string
  readonly text: string | null
  readonly vacated: boolean
}
export type DraftContainer = {
  readonly kind: 'object' | 'array'
  parent: { readonly container: DraftContainer; readonly item: DraftItem } | null
  readonly items: DraftItem[]
  /** The text before the closing bracket: whitespace, and comments in languages that have them. */
  tail: string
  /** Whether a comma follows the last item too. */
  endsInComma?: boolean
  /**
   * Every key that an item has, and perhaps former ones, to find out without searching thousands of items
   * that a key is new. Created by `itemNamed`.
   */
  keys?: Set<string>
}
export type DraftItem = {
  /** Whitespace and comments after the bracket or comma before it. */
  lead: string
  /** Null in arrays. */
  key: string | null
  rawKey: string
  /** The colon with the whitespace around it; empty in arrays. */
  colon: string
  value: DraftValue
  /** The text before the comma after it. */
  trail: string
  /** A comment on the line of the item, after its comma if it has one. */
  note?: string
}

export function draftJson(text: string, root: JsonNode): JsonDraft {
  return { before: text.slice(0, root.start), root: draftValue(text, root), after: text.slice(root.end) }
}

export function printDraft(draft: JsonDraft): string {
  const out: string[] = [draft.before]
  printValue(draft.root, out)
  out.push(draft.after)
  return out.join('')
}

export function leaf(raw: string, text: string | null): DraftLeaf {
  return { kind: 'leaf', raw, text, vacated: false }
}

/** Returns the last item with a key, or null. */
export function itemNamed(container: DraftContainer, key: string): DraftItem | null {
  container.keys ??= new Set(container.items.flatMap((item) => item.key ?? []))
  return container.keys.has(key) ? (container.items.findLast((item) => item.key === key) ?? null) : null
}

/** Moves the lines of a container, after the one it starts on, to another depth. The lines of texts stay. */
export function shiftContainer(container: DraftContainer, from: string, to: string): void {
  if (from === to) return
  for (const item of container.items) {
    item.lead = shiftLines(item.lead, from, to)
    item.colon = shiftLines(item.colon, from, to)
    if (item.value.kind !== 'leaf') shiftContainer(item.value, from, to)
    item.trail = shiftLines(item.trail, from, to)
  }
  container.tail = shiftLines(container.tail, from, to)
}

/** Returns the text between two parts with its lines at another depth. Blank lines stay. */
export function shiftLines(between: string, from: string, to: string): string {
  const lines = between.split('\n')
  return lines
    .map((line, i) => {
      const isBlank = i < lines.length - 1 && line.trim() === ''
      return i === 0 || isBlank || !line.startsWith(from) ? line : to + line.slice(from.length)
    })
    .join('\n')
}

function draftValue(text: string, node: JsonNode): DraftValue {
  if (node.kind === 'string') return leaf(text.slice(node.start, node.end), node.value)
  if (node.kind === 'literal') return leaf(text.slice(node.start, node.end), null)
  const container: DraftContainer = { kind: node.kind, parent: null, items: [], tail: '' }
  const parts: readonly (JsonMember | JsonNode)[] = node.kind === 'object' ? node.members : node.items
  let at = node.start + 1
  for (const [i, part] of parts.entries()) {
    const item = 'keyStart' in part ? draftMember(text, part) : draftElement(text, part)
    const start = 'keyStart' in part ? part.keyStart : part.start
    const end = 'keyStart' in part ? part.value.end : part.end
    item.lead = text.slice(at, start)
    const limit = node.end - 1
    const isLast = i === parts.length - 1
    at = end
    // Between two parts there are only whitespace, comments and one comma.
    const comma = commaAfter(text, end, limit)
    if (comma < limit) {
      item.trail = text.slice(end, comma)
      at = comma + 1
      if (isLast) container.endsInComma = true
    }
    const noteEnd = endOfNote(text, at, limit)
    item.note = text.slice(at, noteEnd)
    at = noteEnd
    if (item.value.kind !== 'leaf') item.value.parent = { container, item }
    container.items.push(item)
  }
  container.tail = text.slice(at, node.end - 1)
  return container
}

function draftMember(text: string, member: JsonMember): DraftItem {
  const { key, keyStart, keyEnd, value } = member
  return {
    lead: '',
    key,
    rawKey: text.slice(keyStart, keyEnd),
    colon: text.slice(keyEnd, value.start),
    value: draftValue(text, value),
    trail: '',
  }
}

function draftElement(text: string, node: JsonNode): DraftItem {
  return { lead: '', key: null, rawKey: '', colon: '', value: draftValue(text, node), trail: '' }
}

function printValue(value: DraftValue, out: string[]): void {
  if (value.kind === 'leaf') {
    out.push(value.raw)
    return
  }
  const { items, tail, endsInComma } = value
  out.push(value.kind === 'object' ? '{' : '[')
  for (const [i, item] of items.entries()) {
    out.push(item.lead, item.rawKey, item.colon)
    printValue(item.value, out)
    out.push(item.trail)
    const next = items[i + 1]
    if (next !== undefined || endsInComma) out.push(',')
    if (item.note) out.push(item.note)
    if (item.note && needsLineEnd(item.note, next?.lead ?? tail)) out.push('\n')
  }
  out.push(value.tail, value.kind === 'object' ? '}' : ']')
}
