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
  const isOnLines = branch.open.includes('\n')
  if (isOnLines) item.indent = branch.indent
  if (next !== undefined) {
    item.tail = isOnLines ? `,${eol}` : ','
    if (!isOnLines && previous === undefined) {
      item.lead = next.lead
      next.lead = items[1]?.lead ?? ' '
    } else if (!isOnLines) {
      item.lead = next.lead
    }
  } else if (previous !== undefined) {
    const hadComma = hasComma(previous)
    if (isOnLines) {
      if (!hadComma) previous.tail = withComma(previous.tail)
      if (hadComma) item.tail = ','
      breakLine(branch, previous, { item, eol })
    } else {
      const isNewLine = previous.tail.endsWith('\n')
      if (isNewLine) item.lead = /^[ \t]*/.exec(branch.close)?.[0] ?? ''
      else item.lead = items.length > 1 ? previous.lead : ' '
      if (!hadComma) previous.tail = withComma(previous.tail)
      item.tail = (hadComma ? ',' : '') + (isNewLine ? eol : '')
    }
  }
  items.splice(index, 0, item)
}

/** Removes an item with its comma. */
export function takeFromCommas(branch: Branch, index: number): void {
  const { items } = branch
  const wasLast = index === items.length - 1
  const [gone] = items.splice(index, 1)
  if (gone === undefined) return
  const next = items[index]
  const last = items.at(-1)
  // Its comment can belong to the bracket.
  if (wasLast && !gone.tail.endsWith('\n'))
    branch.close = branch.close.replace(/^[ \t]*#[^\r\n]*(?=\r?\n)/, '')
  if (wasLast && last !== undefined) {
    if (!hasComma(gone)) last.tail = withoutComma(last.tail)
    // The line end after the last item can belong to the bracket.
    if (branch.open.includes('\n')) {
      if (!gone.tail.endsWith('\n') && gone.lead.trim() === '') last.tail = last.tail.replace(/\r?\n$/, '')
    } else if (last.tail.endsWith('\n') && !/^\s/.test(branch.close)) {
      if (last.tail.trim() === '') last.tail = ''
      else branch.close = gone.indent + gone.lead.replace(/\S[\s\S]*$/, '') + branch.close
    }
  }
  if (next === undefined) {
    keepLead(branch, gone.lead)
    if (last === undefined && hasComment(branch)) branch.empty = branch.open + branch.close
    return
  }
  if (index === 0 && !branch.open.includes('\n')) next.lead = gone.lead
  else if (gone.lead.trim() !== '') next.lead = gone.lead + next.lead
  if (gone.isHeading && next.comment === '') {
    next.comment = gone.comment
    const after = items[index + 1]
    next.isHeading = after !== undefined && after.lead === '' && after.comment === ''
  }
  if (next.lead === '' && gone.lead !== '' && branch.open.includes('\n')) next.lead = gone.lead
}

/** Whether something other than brackets and blanks is left of a container without items. */
function hasComment({ open, close }: Branch): boolean {
  return (open.replace(/^(?:array\s*\(|[[{])/i, '') + close.slice(0, -1)).trim() !== ''
}

export function hasComma(item: Item): boolean {
  return /^(?:\s|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*\n)*,/.test(item.tail)
}

function withComma(tail: string): string {
  return `,${tail}`
}

function withoutComma(tail: string): string {
  return tail.replace(/^(\s*),/, '$1')
}

/** Gives the new item the line end after the last item, which belonged to the bracket. */
function breakLine(
  branch: Branch,
  previous: Item,
  { item, eol }: { readonly item: Item; readonly eol: string },
): void {
  if (/\n$/.test(previous.tail)) {
    item.tail += eol
    return
  }
  const blank = /^[^\r\n]*\r?\n/.exec(branch.close)?.[0]
  if (blank === undefined) {
    previous.tail += eol
    return
  }
  previous.tail += blank
  branch.close = branch.close.slice(blank.length)
  item.tail += eol
}
