import type { JsonMember, JsonNode } from './json.ts'

/**
 * A JSON text taken apart so that it can be changed: every character belongs to exactly one piece, therefore printing an
 * unchanged draft gives the text itself. Changing a draft means changing its pieces; that is why these types are not readonly.
 */
export type JsonDraft = { readonly before: string; root: DraftValue; readonly after: string }

export type DraftValue = DraftLeaf | DraftContainer
/** A string, number, true, false or null as it is written. `vacated`: a removal put `null` here to keep the places behind it. */
export type DraftLeaf = { readonly kind: 'leaf'; raw: string; readonly text: string | null; readonly vacated: boolean }
export type DraftContainer = {
  readonly kind: 'object' | 'array'
  parent: { readonly container: DraftContainer; readonly item: DraftItem } | null
  readonly items: DraftItem[]
  /** Blank text before the closing bracket. */
  tail: string
}
export type DraftItem = {
  /** Blank text after the bracket or comma before it. */
  lead: string
  /** Null in arrays. */
  key: string | null
  rawKey: string
  /** The colon with the blanks around it; empty in arrays. */
  colon: string
  value: DraftValue
  /** Blank text before the comma behind it. */
  trail: string
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
    if (i < parts.length - 1) {
      // Between two parts there are only blanks and one comma.
      const comma = text.indexOf(',', end)
      item.trail = text.slice(end, comma)
      at = comma + 1
    } else {
      at = end
    }
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
  out.push(value.kind === 'object' ? '{' : '[')
  for (const [i, item] of value.items.entries()) {
    if (i > 0) out.push(',')
    out.push(item.lead, item.rawKey, item.colon)
    printValue(item.value, out)
    out.push(item.trail)
  }
  out.push(value.tail, value.kind === 'object' ? '}' : ']')
}
