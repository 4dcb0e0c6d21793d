import type { CST } from 'yaml'
import {
  type Branch,
  type Draft,
  freeLeaf,
  type Item,
  type ItemLead,
  keptLeaf,
  newItem,
  pieceOf,
} from '../tree/draft.ts'
import { flowBranch } from './draft-flow.ts'
import { hasForeignTag, leafOf, type YamlSource } from './yaml-leaf.ts'
import {
  endOfCollectionItem,
  endOfFlow,
  endOfLine,
  endOfToken,
  isEmptyScalar,
  isFlowScalar,
  scalarText,
  startOfItem,
  startOfLine,
  startOfToken,
  withoutBlankEnd,
} from './yaml-token.ts'

/** Parses a document of a YAML text into a draft. Null: it is not a map. */
export function draftYaml(source: YamlSource, document: CST.Document | undefined): Draft | null {
  const { text } = source
  const root = document?.value
  if (document === undefined || root === undefined || isEmptyScalar(root))
    return emptyDraft(text, endOfStart(text, document))
  if (document.start.some((token) => token.type === 'tag' || token.type === 'anchor')) return null
  if (root.type === 'flow-collection' && root.start.source === '{') return flowDraft(source, root)
  if (root.type !== 'block-map') return null
  const branch = newBlock('map')
  const end = addItems(source, branch, root, 0)
  return { before: '', root: branch, after: text.slice(end) }
}

function flowDraft(source: YamlSource, root: CST.FlowCollection): Draft {
  const { text } = source
  const end = endOfFlow(text, root)
  const branch = flowBranch(source, root)
  if (branch.items.length > 0)
    return { before: text.slice(0, root.offset), root: branch, after: text.slice(end) }
  const { before, root: empty } = emptyDraft(text, root.offset)
  return { before, root: { ...empty, empty: text.slice(root.offset, end) }, after: text.slice(end) }
}

function emptyDraft(text: string, at: number): Draft {
  return { before: text.slice(0, at), root: newBlock('map'), after: text.slice(at) }
}

export function newBlock(kind: Branch['kind']): Branch {
  return { kind, layout: 'block', open: '', close: '', items: [], parent: null, indent: '', empty: '' }
}

function endOfStart(text: string, document: CST.Document | undefined): number {
  if (document === undefined) return text.length
  const last = document.start.at(-1)
  return last === undefined ? document.offset : last.offset + last.source.length
}

/**
 * Adds the items of a collection, or of the next part of one, to its branch. `from` and the result: the end
 * of the previous item, and of the last one.
 */
export function addItems(
  source: YamlSource,
  branch: Branch,
  token: CST.BlockMap | CST.BlockSequence,
  from: number,
): number {
  let end = from
  for (const part of token.items) {
    const start = startOfItem(part)
    if (start === null) continue
    const read = token.type === 'block-map' ? mapItem : listItem
    const previous = branch.items[branch.items.length - 1]
    const { item, end: itemEnd } = read(source, part, { start, from: end, indent: previous?.indent ?? '' })
    if (item.value.kind !== 'leaf') item.value.parent = { branch, item }
    if (previous !== undefined && item.lead === '' && item.comment === '')
      previous.isHeading = previous.comment !== ''
    branch.items.push(item)
    end = itemEnd
  }
  const first = branch.items[0]
  if (first !== undefined) branch.indent = ' '.repeat(first.start - startOfLine(source.text, first.start))
  return end
}

/** `indent`: that of the previous item. */
type Location = { readonly start: number; readonly from: number; readonly indent: string }
type ReadItem = { readonly item: Item; readonly end: number }

function mapItem(source: YamlSource, part: CST.CollectionItem, location: Location): ReadItem {
  const { text } = source
  const { start } = location
  const lead = leadOf(text, location)
  const { key } = part
  const colon = tokenOf(part.sep, 'map-value-ind')
  const isExplicit = tokenOf(part.start, 'explicit-key-ind') !== undefined
  if (
    !key ||
    colon === undefined ||
    isExplicit ||
    !isFlowScalar(key) ||
    key.type === 'alias' ||
    key.source.includes('\n')
  ) {
    const valueEnd = start + withoutBlankEnd(text.slice(start, endOfCollectionItem(text, part))).length
    const end = endOfLine(text, valueEnd)
    const value = keptLeaf(text.slice(start, valueEnd), start)
    return {
      item: newItem(
        lead,
        { key: null, rawKey: '', start },
        { sep: '', value, tail: text.slice(valueEnd, end) },
      ),
      end,
    }
  }
  const keyEnd = key.offset + key.source.length
  // A merge key adds the keys of another map.
  const isMerge = key.type === 'scalar' && key.source === '<<'
  const read = readValue(source, part.sep ?? [], part.value, {
    keyEnd,
    colonEnd: colon.offset + 1,
    isOpaque: isMerge,
  })
  const rawKey = text.slice(start, keyEnd)
  const said = scalarText(text, key)
  // Uses the same string for both, which are equal for most keys.
  const name = said === rawKey ? rawKey : said
  return { item: newItem(lead, { key: isMerge ? null : name, rawKey, start }, read), end: read.end }
}

function listItem(source: YamlSource, part: CST.CollectionItem, location: Location): ReadItem {
  const { start } = location
  const dash = tokenOf(part.start, 'seq-item-ind')
  const dashEnd = dash === undefined ? start : dash.offset + 1
  const read = readValue(source, part.start, part.value, {
    keyEnd: dashEnd,
    colonEnd: dashEnd,
    isOpaque: false,
  })
  const rawKey = source.text.slice(start, dashEnd)
  return { item: newItem(leadOf(source.text, location), { key: null, rawKey, start }, read), end: read.end }
}

function tokenOf(
  tokens: readonly CST.SourceToken[] | undefined,
  type: CST.SourceToken['type'],
): CST.SourceToken | undefined {
  if (tokens !== undefined) for (const token of tokens) if (token.type === type) return token
  return undefined
}

/** Returns the tags and anchors from a position on. */
function propsFrom(tokens: readonly CST.SourceToken[], at: number): readonly CST.SourceToken[] {
  let props: CST.SourceToken[] | null = null
  for (const token of tokens) {
    if ((token.type !== 'tag' && token.type !== 'anchor') || token.offset < at) continue
    props ??= []
    props.push(token)
  }
  return props ?? NO_PROPS
}

const NO_PROPS: readonly CST.SourceToken[] = []

type Head = { readonly keyEnd: number; readonly colonEnd: number; readonly isOpaque: boolean }
type ReadValue = Pick<Item, 'sep' | 'value' | 'tail'> & { readonly end: number }

/** Reads the value of an item in a block, with the text before it and after it on its lines. */
function readValue(
  source: YamlSource,
  between: readonly CST.SourceToken[],
  value: CST.Token | undefined,
  { keyEnd, colonEnd, isOpaque }: Head,
): ReadValue {
  const { text } = source
  const props = propsFrom(between, colonEnd)
  const last = props[props.length - 1]
  const headEnd = last === undefined ? colonEnd : last.offset + last.source.length
  if (value === undefined || isEmptyScalar(value)) {
    const end = endOfLine(text, headEnd)
    const empty = last === undefined ? freeLeaf('', headEnd) : keptLeaf('', headEnd)
    return { sep: text.slice(keyEnd, headEnd), value: empty, tail: text.slice(headEnd, end), end }
  }
  const start = startOfToken(value)
  const isKept = isOpaque || hasForeignTag(props)
  if ((value.type === 'block-map' || value.type === 'block-seq') && !isKept) {
    const isInline = startOfLine(text, start) <= headEnd - 1
    const from = isInline ? start : endOfLine(text, headEnd)
    const nested = newBlock(value.type === 'block-map' ? 'map' : 'list')
    const end = addItems(source, nested, value, from)
    return { sep: text.slice(keyEnd, from), value: nested, tail: '', end }
  }
  const valueEnd = endOfToken(text, value)
  const end = endOfLine(text, valueEnd)
  const sep = pieceOf(text, keyEnd, start, ': ')
  const tail = text.slice(valueEnd, end)
  if (isKept) return { sep, tail, end, value: keptLeaf(text.slice(start, valueEnd), start) }
  if (value.type !== 'flow-collection')
    return { sep, tail, end, value: leafOf(source, value, valueEnd, props) }
  const nested = flowBranch(source, value)
  const isEmpty = nested.items.length === 0
  return { sep, tail, end, value: isEmpty ? freeLeaf(text.slice(start, valueEnd), start) : nested }
}

/** Splits the text between two items: text outside the item, its comment, its indentation. */
export function leadOf(text: string, { start, from, indent: likely }: Location): ItemLead {
  const line = Math.max(from, startOfLine(text, start))
  const indent = pieceOf(text, line, start, likely)
  let at = line
  while (at > from) {
    const previous = Math.max(from, startOfLine(text, at - 1))
    if (!text.startsWith(`${indent}#`, previous)) break
    at = previous
  }
  // Comments at the start of a file are about the file.
  if (at === 0) at = line
  return { lead: text.slice(from, at), comment: text.slice(at, line), indent }
}
