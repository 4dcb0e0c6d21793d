import { trailingBlanks } from '../source/trailing-blanks.ts'
import type { Branch, Item } from './draft.ts'
import { keepLead } from './kept-lines.ts'

/**
 * Inserts an item into a container whose items are separated by commas, each in the tail of the item before
 * it.
 */
export function insertBetweenCommas(branch: Branch, index: number, item: Item, eol: string): void {
  const { items } = branch
  const previous = items[index - 1]
  const next = items[index]
  if (next !== undefined) placeBefore(branch, { previous, next, item }, eol)
  else if (previous !== undefined) placeLast(branch, { previous, item }, eol)
  else if (isOnLines(branch)) item.indent = branch.indent
  items.splice(index, 0, item)
}

type Place = { readonly previous: Item | undefined; readonly next: Item; readonly item: Item }

function placeBefore(branch: Branch, { previous, next, item }: Place, eol: string): void {
  if (previous === undefined ? isOnLines(branch) : endsLine(previous)) {
    item.indent = indentOfLines(branch)
    item.tail = `,${eol}`
    return
  }
  item.tail = ','
  if (previous !== undefined) item.lead = blanksOf(next)
  else {
    item.lead = next.lead
    const second = branch.items[1]
    next.lead = second === undefined ? ' ' : blanksOf(second)
  }
}

function placeLast(
  branch: Branch,
  { previous, item }: { readonly previous: Item; readonly item: Item },
  eol: string,
): void {
  const hadComma = hasComma(previous)
  if (!hadComma) previous.tail = `,${previous.tail}`
  item.tail = hadComma ? ',' : ''
  const rest = /^[^\r\n]*\r?\n/.exec(branch.close)?.[0] ?? ''
  if (isOnLines(branch) || endsLine(previous) || hasOpenComment(previous.tail + rest.trimEnd())) {
    item.indent = indentOfLines(branch)
    if (endsLine(previous) || rest !== '') item.tail += eol
    if (endsLine(previous)) return
    // The end of its line belonged to the bracket.
    previous.tail += rest || eol
    branch.close = branch.close.slice(rest.length)
  } else item.lead = branch.items.length > 1 ? blanksOf(previous) : ' '
}

/** Returns the blanks before an item, as far as another one can have them on its line. */
function blanksOf({ lead, indent }: Item): string {
  return indent === '' && lead.trim() === '' ? lead : ' '
}

/** Returns the indentation of a new line: that of another one, otherwise one that is deeper than the bracket at the end. */
function indentOfLines({ open, close, items, indent }: Branch): string {
  if (open.includes('\n')) return indent
  const line = items.find((item) => item.indent !== '')
  return line?.indent ?? `${trailingBlanks(close.slice(0, -1))}  `
}

function isOnLines({ open }: Branch): boolean {
  return open.includes('\n')
}

function endsLine({ tail }: Item): boolean {
  return tail.endsWith('\n')
}

/** Whether a comment up to the end of its line ends a tail. */
function hasOpenComment(tail: string): boolean {
  const line = tail.slice(tail.lastIndexOf('\n') + 1).replace(/\/\*.*?\*\//g, '')
  return /#|\/\//.test(line)
}

/**
 * Returns the container of an empty one between brackets, as written, if it has comments: they stay, those on lines of
 * their own below the items. Null: it has none. `opener`: the bracket.
 */
export function openCommented(
  raw: string,
  { kind, opener, step }: { readonly kind: Branch['kind']; readonly opener: string; readonly step: string },
): Branch | null {
  const line = /^[^\r\n]*\r?\n/.exec(raw)?.[0]
  const close = line === undefined ? raw.slice(-1) : raw.slice(line.length)
  const open = raw.slice(0, raw.length - close.length)
  if (!raw.startsWith(opener) || !hasComment({ open, close })) return null
  const outer = trailingBlanks(close.slice(0, -1))
  const indent = /^[ \t]*(?=\S)/.exec(close)?.[0] ?? ''
  const isDeeper = indent.length > outer.length
  return {
    kind,
    layout: 'commas',
    open,
    close,
    items: [],
    parent: null,
    indent: line === undefined ? '' : isDeeper ? indent : outer + step,
    empty: raw,
  }
}

/** Removes an item with its comma. */
export function takeFromCommas(branch: Branch, index: number): void {
  const [gone] = branch.items.splice(index, 1)
  if (gone === undefined) return
  const next = branch.items[index]
  if (next === undefined) takeLast(branch, gone)
  else takeBefore(branch, { previous: branch.items[index - 1], gone, next })
}

function takeLast(branch: Branch, gone: Item): void {
  const last = branch.items.at(-1)
  // Its comment can belong to the bracket.
  if (!endsLine(gone)) branch.close = branch.close.replace(/^[ \t]*#[^\r\n]*(?=\r?\n)/, '')
  if (last !== undefined) {
    if (!hasComma(gone)) last.tail = withoutComma(last.tail)
    if (endsLine(last) && !endsLine(gone) && gone.lead.trim() === '') joinBracket(branch, last, gone.indent)
  }
  keepLead(branch, gone)
  if (last === undefined && hasComment(branch)) branch.empty = branch.open + branch.close
}

/** Removes the end of the line before a removed one, on which the bracket was or which it ended. */
function joinBracket(branch: Branch, last: Item, indent: string): void {
  const tail = last.tail.replace(/\r?\n$/, '')
  if (hasOpenComment(tail) && !/^[ \t]*\r?\n/.test(branch.close))
    branch.close = indent + branch.close.trimStart()
  else last.tail = tail
}

type Taken = { readonly previous: Item | undefined; readonly gone: Item; readonly next: Item }

function takeBefore(branch: Branch, { previous, gone, next }: Taken): void {
  const lineEnd = /\r?\n$/.exec(gone.tail)?.[0] ?? ''
  if (lineEnd === '') {
    // The next item takes its place in the line.
    next.lead = gone.lead
    next.indent = gone.indent
  } else if (previous === undefined ? !isOnLines(branch) : !endsLine(previous)) {
    if (previous !== undefined) previous.tail += lineEnd
    else if (next.lead.trim() !== '') next.lead = lineEnd + next.lead
    else {
      next.lead = gone.lead
      next.indent = ''
    }
  } else if (gone.lead.trim() !== '') next.lead = gone.lead + next.lead
  else if (next.lead === '') next.lead = gone.lead
  if (!gone.isHeading || next.comment !== '') return
  next.comment = gone.comment
  const after = branch.items[branch.items.indexOf(next) + 1]
  next.isHeading = after !== undefined && after.lead === '' && after.comment === ''
}

/** Whether something other than brackets and blanks is left of a container without items. */
function hasComment({ open, close }: Pick<Branch, 'open' | 'close'>): boolean {
  return (open.replace(/^(?:array\s*\(|[[{])/i, '') + close.slice(0, -1)).trim() !== ''
}

export function hasComma(item: Item): boolean {
  return /^(?:\s|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*\n)*,/.test(item.tail)
}

function withoutComma(tail: string): string {
  return tail.replace(/^(\s*),/, '$1')
}
