import { trailingBlanks } from '../source/trailing-blanks.ts'
import { insertBetweenCommas, openCommented, takeFromCommas } from '../tree/comma-layout.ts'
import type { Dialect } from '../tree/dialect.ts'
import { type Branch, type Draft, freeLeaf, type Item, type Leaf, newTextLeaf } from '../tree/draft.ts'
import { keepLead, linesLeft, withoutBlankEnd } from '../tree/kept-lines.ts'
import { newBlock } from './draft-yaml.ts'
import { indentOfMessage, withoutForm } from './go-messages.ts'
import { moveNote, moveValue } from './move-yaml.ts'
import { isAmbiguousPlain } from './resolve-plain.ts'
import { newBlockScalar } from './write-block.ts'
import { canBePlain, quoteScalar, type ScalarPosition, writeScalar } from './write-scalar.ts'
import type { YamlLayout } from './yaml-layout.ts'

/**
 * Returns the dialect of YAML. `anchors`: the names of anchors that aliases refer to. `addsBlocks`: whether a new
 * text between blocks is written as one.
 */
export function yamlDialect(
  layout: YamlLayout,
  anchors: ReadonlySet<string>,
  { addsBlocks }: { readonly addsBlocks: boolean } = { addsBlocks: true },
): Dialect {
  const placeIn = (branch: Branch): ScalarPosition => ({
    isInFlow: branch.layout === 'commas',
    outer: branch.indent,
    indent: branch.indent + layout.step,
    eol: layout.eol,
    quote: layout.quote,
  })
  const isNeeded = (item: Item): boolean => anchors.size > 0 && hasAnchor(item, anchors)
  const nothing = (branch: Branch): Leaf => freeLeaf(branch.layout === 'commas' ? 'null' : '')
  return {
    hasPlurals: true,
    rewrite(text, item, branch) {
      const { value } = item
      const was = value.kind === 'leaf' ? value.raw : ''
      // Blank lines after an empty block can be indented deeper than its new text, and would become a part of
      // it.
      const isEmptyBlock = value.kind === 'leaf' && value.text === '' && /^[|>]/.test(was)
      const place = placeIn(branch)
      const outer = indentOfMessage(item)
      const own = outer === null ? place : { ...place, outer, indent: outer + layout.step }
      return newTextLeaf(writeScalar(text, isEmptyBlock ? '""' : was, own), text)
    },
    write(text, branch, index) {
      const place = placeIn(branch)
      const near = neighbourOf(branch, index)
      if (near === '' && layout.alwaysQuotes) return newTextLeaf(quoteScalar(text, layout.quote, ''), text)
      const isBlock = near.startsWith('|') || near.startsWith('>')
      const raw = isBlock && addsBlocks && !place.isInFlow ? newBlockScalar(text, place) : null
      return newTextLeaf(raw ?? writeScalar(text, isBlock ? '' : near, place), text)
    },
    moveValue: (item, from, to) => moveValue(item, { from, to, position: placeIn(to) }),
    moveNote,
    writeKey(key, branch, was) {
      const text = String(key)
      if (text.length > 500) return null
      const quote = was?.startsWith('"') ? '"' : was?.startsWith("'") ? "'" : null
      if (typeof key === 'number') return text
      const style = was === null ? quoteOfKeys(branch) : null
      if (style !== null) return quoteScalar(text, style, '')
      const isPlain = quote === null && canBePlain(text, branch.layout === 'commas') && !/[\n\t]/.test(text)
      return isPlain ? text : quoteScalar(text, quote ?? layout.quote, '')
    },
    nothing,
    clear: (item, branch) => replaceValue(item, branch, { leaf: nothing(branch), eol: layout.eol }),
    makeBranch(kind, parent, was = '') {
      const commented = openCommentedFlow(was, kind, layout)
      if (commented !== null) return commented
      if (parent.layout === 'commas')
        return {
          ...newBlock(kind),
          layout: 'commas',
          open: kind === 'map' ? '{' : '[',
          close: kind === 'map' ? '}' : ']',
          empty: kind === 'map' ? '{}' : '[]',
        }
      const isFlush = kind === 'list' && parent.kind === 'map' && layout.hasFlushLists
      return { ...newBlock(kind), indent: parent.indent + (isFlush ? '' : layout.step) }
    },
    writeComment: (comment, branch) => writeComment(comment, branch, layout.eol),
    insert(draft, branch, index, item) {
      if (branch.layout === 'commas') {
        item.sep = branch.kind === 'map' ? ': ' : ''
        insertBetweenCommas(branch, index, item, layout.eol)
        return
      }
      if (branch.items.length === 0 && branch === draft.root) openRoot(draft, layout.eol)
      insertLine(draft, branch, { index, item, eol: layout.eol })
    },
    removeNode(draft, branch, index) {
      if (branch.layout === 'commas') takeFromCommas(branch, index)
      else takeLine(branch, index, layout.eol)
      if (branch.items.length === 0 && branch === draft.root) emptyRoot(draft, layout.eol)
    },
    normalizeSpacing: (item, branch) => normalizeSpacing(item, branch, layout.eol),
    mark: () => {},
    isNeeded,
    keepEmpty(item, branch) {
      if (item.value.kind === 'leaf' || !isNeeded(item)) return false
      emptyContainer(item, branch, layout.eol)
      return true
    },
  }
}

/** Returns the container of an empty one between brackets that has comments, which stay; null: it has none. */
export function openCommentedFlow(
  raw: string,
  kind: Branch['kind'],
  { eol, step }: YamlLayout,
): Branch | null {
  const branch = openCommented(raw, { kind, opener: kind === 'map' ? '{' : '[', step })
  // The last item does not end its line.
  if (branch?.open.endsWith('\n') === true) branch.close = eol + branch.close
  return branch
}

/** Replaces a container that has lost its items by an empty one between brackets. */
export function emptyContainer(item: Item, branch: Branch, eol: string): void {
  const { value } = item
  if (value.kind === 'leaf') return
  const raw = value.layout === 'commas' ? value.empty : value.kind === 'map' ? '{}' : '[]'
  replaceValue(item, branch, { leaf: freeLeaf(raw), eol })
  if (value.layout === 'block') item.tail += withoutBlankEnd(value.close)
}

function replaceValue(
  item: Item,
  branch: Branch,
  { leaf, eol }: { readonly leaf: Leaf; readonly eol: string },
): void {
  const hadLines = item.value.kind !== 'leaf' && item.value.layout === 'block'
  item.value = leaf
  normalizeSpacing(item, branch, eol)
  // The end of its line was that of its last item.
  if (hadLines && item.tail === '') item.tail = eol
}

function emptyRoot(draft: Draft, eol: string): void {
  const { root } = draft
  if (root.layout === 'block') {
    draft.before += root.close
    root.close = ''
  }
  if (linesLeft(root) === '') root.empty = `{}${eol}`
}

function writeComment(comment: string, branch: Branch, eol: string): string {
  if (branch.layout === 'commas') return ''
  return comment
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `${branch.indent}# ${line.replaceAll(CONTROL, ' ')}`.trimEnd() + eol)
    .join('')
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

/** Returns the nearest text next to `index` as written; empty: there is none. */
function neighbourOf(branch: Branch, index: number): string {
  for (const item of [branch.items[index - 1], branch.items[index], branch.items[index + 1]]) {
    if (item?.value.kind === 'leaf' && item.value.text !== null && item.value.raw !== '')
      return item.value.raw
  }
  return ''
}

/** Returns the quotes that neighbouring keys have without need, as in JSON; null: none. */
function quoteOfKeys(branch: Branch): '"' | "'" | null {
  const near = branch.items.length > 0 ? branch : branch.parent?.branch
  const items = near?.items ?? []
  const first = items[0]?.rawKey.charAt(0)
  if ((first !== '"' && first !== "'") || items.some(({ rawKey }) => !rawKey.startsWith(first))) return null
  return items.some(({ key }) => key !== null && canBePlain(key, branch.layout === 'commas')) ? first : null
}

/**
 * Opens the root of a file without keys, or with `{}`; the text after the new lines starts on its own line.
 */
export function openRoot(draft: Draft, eol: string): void {
  draft.before = draft.before.slice(0, draft.before.length - trailingBlanks(draft.before).length)
  if (draft.before !== '' && !draft.before.endsWith('\n')) draft.before += eol
  if (draft.root.empty === '') return
  draft.after = draft.after.replace(/^[ \t]*(?:\r?\n|$)/, '')
}

type Line = { readonly index: number; readonly item: Item; readonly eol: string }

function insertLine(draft: Draft, branch: Branch, { index, item, eol }: Line): void {
  const previous = branch.items[index - 1]
  const next = branch.items[index]
  item.indent = branch.indent
  item.sep = branch.kind === 'map' ? ':' : '-'
  normalizeSpacing(item, branch, eol)
  if (index === 0 && next !== undefined && isInline(next, branch)) {
    item.indent = next.indent
    next.indent = branch.indent
  } else if (index === 0 && next !== undefined && draft.root === branch) {
    // Text at the very top belongs to the file, not to its first key.
    item.lead = next.lead
    next.lead = ''
  }
  branch.items.splice(index, 0, item)
  endLine(item, eol)
  const before = previous ?? branch.parent?.item
  if (before !== undefined && before !== branch.parent?.item) endLine(before, eol)
}

/** Adds a line end to a last line without one, before another line follows it. */
export function endLine(item: Item, eol: string): void {
  let at = item
  while (at.value.kind !== 'leaf' && at.value.layout === 'block') {
    const last = at.value.items.at(-1)
    if (last === undefined) return
    at = last
  }
  if (!at.tail.endsWith('\n')) at.tail += eol
}

/** Returns whether an item is the first one of a map that starts on the line of a dash. */
function isInline(item: Item, branch: Branch): boolean {
  return item.indent === '' && branch.indent !== ''
}

function takeLine(branch: Branch, index: number, eol: string): void {
  const [gone] = branch.items.splice(index, 1)
  const next = branch.items[index]
  if (gone === undefined) return
  if (next === undefined) {
    keepLead(branch, gone)
    return
  }
  const kept = gone.isHeading ? gone.lead + gone.comment : gone.lead
  if (isInline(gone, branch)) {
    const { parent } = branch
    next.lead = gone.lead + next.lead
    if (next.lead + next.comment === '') next.indent = gone.indent
    else if (parent !== null) parent.item.sep = parent.item.sep.trimEnd() + eol
    return
  }
  if (next.lead === '' && next.comment === '') {
    next.lead = gone.isHeading ? gone.lead : kept
    if (gone.isHeading) {
      next.comment = gone.comment
      const after = branch.items[index + 1]
      next.isHeading = after !== undefined && after.lead === '' && after.comment === ''
    }
  } else if (index === 0) {
    next.lead = kept + next.lead.replace(/^(?:[ \t]*\r?\n)+/, '')
  } else {
    next.lead = kept.trim() === '' ? next.lead : kept + next.lead
  }
}

/** Adjusts the whitespace and line ends around a value that was replaced. */
function normalizeSpacing(item: Item, branch: Branch, eol: string): void {
  const { value } = item
  // With the tag `!` Ruby would not read such a text as one (see `leafOf`).
  if (value.kind === 'leaf' && value.text !== null && isAmbiguousPlain(value.text))
    item.sep = item.sep.replace(/(^|\s)!\s+/, '$1')
  if (value.kind === 'leaf' && value.text === null) item.sep = withoutForm(item.sep)
  if (branch.layout === 'commas') {
    if (branch.kind === 'map' && !/\s$/.test(item.sep)) item.sep += ' '
    return
  }
  if (value.kind !== 'leaf' && value.layout === 'block') {
    const rest = /#/.test(item.tail) ? item.tail : ''
    item.sep = item.sep.trimEnd() + (rest.endsWith('\n') ? rest : rest + eol)
    item.tail = ''
    return
  }
  if (value.kind === 'leaf') takeNoteOfMap(item)
  if (value.kind === 'leaf' && value.raw === '') {
    item.sep = item.sep.trimEnd()
  } else if (!/\s$/.test(item.sep)) {
    item.sep += ' '
  }
  if (value.kind !== 'leaf' || !/^[|>]/.test(value.raw)) return
  clearBlockEnd(item, value)
  // The line end of its last line is a part of its text.
  if (item.tail === '') item.tail = eol
}

/** Moves a comment after the colon of a map, which a text replaced, to the end of the line. */
function takeNoteOfMap(item: Item): void {
  const { sep } = item
  if (!sep.endsWith('\n')) return
  const hash = sep.indexOf('#')
  const end = sep.length - (sep.endsWith('\r\n') ? 2 : 1)
  const before = sep.slice(0, hash < 0 ? end : hash)
  const blanks = hash < 0 ? '' : trailingBlanks(before)
  const isNote = hash < 0 || (blanks !== '' && !/[\r\n]/.test(sep.slice(hash, end)))
  if (!isNote) return
  item.sep = before.slice(0, before.length - blanks.length)
  item.tail = sep.slice(item.sep.length)
}

/**
 * Moves a comment after the last line of a block to its first line, because it would become part of the
 * block.
 */
function clearBlockEnd(item: Item, value: Leaf): void {
  const behind = /^[ \t]+(#[^\r\n]*)?/.exec(item.tail)
  if (behind === null) return
  item.tail = item.tail.slice(behind[0].length)
  if (behind[1] !== undefined)
    item.value = { ...value, raw: value.raw.replace(/(?=\r?\n)/, behind[0].trimEnd()) }
}

function hasAnchor(item: Item, anchors: ReadonlySet<string>): boolean {
  const written = item.rawKey + item.sep + (item.value.kind === 'leaf' ? item.value.raw : '')
  for (const name of anchors) if (written.includes(`&${name}`)) return true
  const parent = item.value.kind === 'leaf' ? null : item.value
  return parent?.items.some((inner) => hasAnchor(inner, anchors)) ?? false
}
