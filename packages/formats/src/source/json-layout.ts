import { blankLead, hasComment, splitLead } from './json-comment.ts'
import type { DraftContainer, DraftItem, DraftValue, JsonDraft } from './json-draft.ts'
import { type EscapeStyle, escapeStyleOf, PLAIN_ESCAPES } from './json-string.ts'
import { eolOf } from './line-ends.ts'

/** The layout of a JSON file, for the parts that an edit has to rewrite. */
export type JsonLayout = {
  readonly eol: string
  /** One level of indentation; null: unknown. */
  readonly indent: string | null
  readonly colon: string
  /** Whether members are on lines of their own; null: there are none, so it is unknown. */
  readonly multiLine: boolean | null
  readonly escapes: EscapeStyle
  /** Quotes of texts and of keys, if the language has several; empty: keys are written without. */
  readonly quote: string
  readonly keyQuote: string
}

export const DEFAULT_LAYOUT: JsonLayout = {
  eol: '\n',
  indent: '  ',
  colon: ': ',
  multiLine: true,
  escapes: PLAIN_ESCAPES,
  quote: '"',
  keyQuote: '"',
}

/** Returns the layout of a whole text; anything it has no example of is taken from `model`. */
export function layoutOf(text: string, draft: JsonDraft, model: JsonLayout): JsonLayout {
  const root = draft.root
  if (root.kind === 'leaf') return model
  const sample = firstOnOwnLine(root)
  return {
    eol: eolOf(text) ?? model.eol,
    indent: sample ?? model.indent,
    colon: plainColon(firstColon(root) ?? model.colon),
    multiLine: root.items.length === 0 ? model.multiLine : sample !== null,
    escapes: root.items.length === 0 ? model.escapes : escapeStyleOf(text),
    quote: firstQuote(root) ?? model.quote,
    keyQuote: root.items[0] === undefined ? model.keyQuote : (/^["']?/.exec(root.items[0].rawKey)?.[0] ?? ''),
  }
}

/**
 * Inserts `item` at `index` of `container` with the whitespace of its neighbours, so that only its own line
 * is added.
 */
export function insertItem(
  container: DraftContainer,
  index: number,
  item: DraftItem,
  layout: JsonLayout,
): void {
  const { items } = container
  const previous = items[index - 1]
  const next = items[index]
  const neighbour = previous ?? next
  if (neighbour === undefined) {
    openContainer(container, item, layout)
  } else {
    if (item.key !== null && neighbour.colon !== '') item.colon = plainColon(neighbour.colon)
    const separator = separatorOf(container, index, layout)
    if (previous === undefined) {
      // The whitespace before a first item belongs to the bracket: the new item takes it, and the old first
      // one moves down.
      const { others, own } = splitLead(neighbour.lead)
      item.lead = others + (own.includes('\n') ? lastLine(own) : blankLead(own))
      neighbour.lead = own.includes('\n') || hasComment(own) ? own : separator
    } else {
      item.lead = separator
    }
  }
  items.splice(index, 0, item)
  if (item.key !== null) container.keys?.add(item.key)
  if (item.value.kind !== 'leaf') item.value.parent = { container, item }
}

/** Returns the indentation that items of `container` have or would have. */
export function itemIndent(container: DraftContainer, layout: JsonLayout): string {
  for (const item of container.items) if (item.lead.includes('\n')) return afterLineBreak(item.lead)
  if (container.parent === null) return layout.indent ?? '  '
  return itemIndent(container.parent.container, layout) + (layout.indent ?? '  ')
}

function openContainer(container: DraftContainer, item: DraftItem, layout: JsonLayout): void {
  if (hasComment(container.tail)) {
    // Comments in an empty object stay above its first member, with a blank line between, because they are
    // not about it.
    item.lead = container.tail.trimEnd() + layout.eol + layout.eol + itemIndent(container, layout)
    container.tail =
      layout.eol + (container.parent === null ? '' : itemIndent(container.parent.container, layout))
    return
  }
  const parentItem = container.parent?.item
  const sitsInOneLine = parentItem !== undefined && !parentItem.lead.includes('\n')
  if (!container.tail.includes('\n') && (layout.multiLine === false || sitsInOneLine)) {
    item.lead = ''
    return
  }
  item.lead = layout.eol + itemIndent(container, layout)
  if (container.tail.includes('\n')) {
    container.tail = lastLine(container.tail)
    return
  }
  const outer = container.parent === null ? '' : itemIndent(container.parent.container, layout)
  container.tail = layout.eol + outer
}

/** Returns the text between the comma before `index` and the item there. */
function separatorOf(container: DraftContainer, index: number, layout: JsonLayout): string {
  const { items } = container
  const near = [items[index - 1], items[index], items[1], items[0]]
  for (const item of near) if (item?.lead.includes('\n')) return lastLine(item.lead)
  const second = items[1]
  if (second !== undefined) return blankLead(second.lead)
  return layout.colon.endsWith(' ') ? ' ' : ''
}

function firstOnOwnLine(container: DraftContainer): string | null {
  for (const item of container.items) if (item.lead.includes('\n')) return afterLineBreak(item.lead)
  for (const item of container.items) {
    const inner = nestedSample(item.value)
    if (inner !== null) return inner
  }
  return null
}

function nestedSample(value: DraftValue): string | null {
  return value.kind === 'leaf' ? null : firstOnOwnLine(value)
}

/** Returns the colon of the first member, which can be within the items of a list. */
function firstColon(container: DraftContainer): string | null {
  for (const { key, colon, value } of container.items) {
    if (key !== null) return colon
    const inner = value.kind === 'leaf' ? null : firstColon(value)
    if (inner !== null) return inner
  }
  return null
}

function plainColon(colon: string): string {
  return hasComment(colon) ? ': ' : colon
}

function firstQuote(value: DraftValue): string | null {
  if (value.kind === 'leaf') return value.text === null ? null : (value.raw[0] ?? null)
  for (const item of value.items) {
    const quote = firstQuote(item.value)
    if (quote !== null) return quote
  }
  return null
}

/**
 * Returns the last line break of the whitespace and the text after it: blank lines before a group are not
 * repeated inside it.
 */
function lastLine(lead: string): string {
  const blanks = blankLead(lead)
  const at = blanks.lastIndexOf('\n')
  const start = blanks[at - 1] === '\r' ? at - 1 : at
  return blanks.slice(start)
}

/** Returns the indentation of a member, from the text before it. */
export function afterLineBreak(lead: string): string {
  const blanks = blankLead(lead)
  return blanks.slice(blanks.lastIndexOf('\n') + 1)
}
