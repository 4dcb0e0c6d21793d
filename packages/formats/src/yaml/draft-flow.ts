import type { CST } from 'yaml'
import { trailingBlanks } from '../source/trailing-blanks.ts'
import { type Branch, freeLeaf, type Item, keptLeaf, type Leaf, newItem } from '../tree/draft.ts'
import { hasForeignTag, leafOf, type YamlSource } from './yaml-leaf.ts'
import {
  endOfCollectionItem,
  endOfFlow,
  endOfToken,
  isEmptyScalar,
  isFlowScalar,
  scalarText,
  startOfItem,
  startOfToken,
} from './yaml-token.ts'

/** Parses a collection between brackets. */
export function flowBranch(source: YamlSource, token: CST.FlowCollection): Branch {
  const { text } = source
  const branch: Branch = {
    kind: token.start.source === '{' ? 'map' : 'list',
    layout: 'commas',
    open: token.start.source,
    close: '',
    items: [],
    parent: null,
    indent: '',
    empty: token.start.source === '{' ? '{}' : '[]',
  }
  const end = endOfFlow(text, token)
  let at = token.offset + token.start.source.length
  for (const [i, part] of token.items.entries()) {
    const start = startOfItem(part)
    if (start === null) continue
    const comma = token.items[i + 1]?.start.find((other) => other.type === 'comma')
    const valueEnd = Math.max(start, endOfCollectionItem(text, part))
    const tailEnd = comma === undefined ? valueEnd : comma.offset + 1
    const itemEnd =
      comma === undefined ? tailEnd : endOfBlankLine(text, tailEnd, i === token.items.length - 1)
    const item = flowItem(source, part, { branch, from: at, start, valueEnd, end: itemEnd })
    if (item.value.kind !== 'leaf') item.value.parent = { branch, item }
    branch.items.push(item)
    at = itemEnd
  }
  const first = branch.items[0]
  if (first !== undefined) {
    // The rest of the line after the bracket belongs to the bracket.
    const blank = /^[ \t]*(?:#[^\r\n]*)?\r?\n/.exec(first.lead)?.[0]
    if (blank !== undefined) {
      branch.open += blank
      first.lead = first.lead.slice(blank.length)
      first.indent = trailingBlanks(first.lead)
      first.lead = first.lead.slice(0, first.lead.length - first.indent.length)
    }
    branch.indent = first.indent
  }
  branch.close = text.slice(at, end)
  return branch
}

type FlowLocation = {
  readonly branch: Branch
  readonly from: number
  readonly start: number
  readonly valueEnd: number
  readonly end: number
}

function flowItem(source: YamlSource, part: CST.CollectionItem, location: FlowLocation): Item {
  const { text } = source
  const { branch, from, start, valueEnd, end } = location
  const blanks = text.slice(from, start)
  const indent = from > 0 && text[from - 1] === '\n' ? trailingBlanks(blanks) : ''
  const lead = { lead: blanks.slice(0, blanks.length - indent.length), comment: '', indent }
  const { key, value } = part
  const colon = part.sep?.find((token) => token.type === 'map-value-ind')
  const props = [...part.start, ...(part.sep ?? [])].filter(
    (token) => token.type === 'tag' || token.type === 'anchor',
  )
  const tail = text.slice(valueEnd, end)
  const isPair = colon !== undefined || key !== undefined
  const isOdd =
    (branch.kind === 'list') === isPair ||
    part.start.some((token) => token.type === 'explicit-key-ind') ||
    (isPair && (!key || !isFlowScalar(key) || key.type === 'alias'))
  if (isOdd || hasForeignTag(props) || (isPair && key && isFlowScalar(key) && key.source === '<<')) {
    const kept = keptLeaf(text.slice(start, valueEnd), start)
    return newItem(lead, { key: null, rawKey: '', start }, { sep: '', value: kept, tail })
  }
  const valueStart = value === undefined || isEmptyScalar(value) ? valueEnd : startOfToken(value)
  let nested: Leaf | Branch = props.length === 0 ? freeLeaf('', valueEnd) : keptLeaf('', valueEnd)
  if (value?.type === 'flow-collection') {
    nested = flowBranch(source, value)
    if (nested.items.length === 0) nested = freeLeaf(text.slice(valueStart, valueEnd), valueStart)
  } else if (value !== undefined && valueStart < valueEnd) {
    nested = leafOf(source, value, endOfToken(text, value), props)
  }
  if (key && isFlowScalar(key)) {
    const keyEnd = key.offset + key.source.length
    const name = { key: scalarText(text, key), rawKey: text.slice(start, keyEnd), start }
    return newItem(lead, name, { sep: text.slice(keyEnd, valueStart), value: nested, tail })
  }
  const sep = text.slice(start, valueStart)
  return newItem(lead, { key: null, rawKey: '', start }, { sep, value: nested, tail })
}

/**
 * Returns the position after whitespace, and after the line end if nothing else is on the line; for the last
 * item these belong to the bracket.
 */
function endOfBlankLine(text: string, at: number, isLast: boolean): number {
  if (isLast) return at
  const blank = /[ \t]*(?:#[^\r\n]*)?\r?\n/y
  blank.lastIndex = at
  const match = blank.exec(text)
  return match === null ? at : at + match[0].length
}
