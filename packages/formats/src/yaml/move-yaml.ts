import type { Branch, Item, Leaf } from '../tree/draft.ts'
import { type Shift, shiftBranch, shiftLines } from '../tree/shift-lines.ts'
import { type ScalarPosition, writeScalar } from './write-scalar.ts'

type Move = { readonly from: Branch; readonly to: Branch; readonly position: ScalarPosition }

/** Returns a value for another branch: as it is written if it means the same there, otherwise in its style. */
export function moveValue(item: Item, { from, to, position }: Move): Leaf | Branch | null {
  const { value } = item
  const shift = shiftBetween(from, to)
  const moveLines = (raw: string) => shiftValue(raw, shift)
  if (value.kind !== 'leaf') {
    const [first] = value.items
    // A map on the line of a dash gets lines of its own.
    if (value.layout === 'block' && first !== undefined) first.indent = value.indent
    shiftBranch(value, shift, moveLines)
    return value
  }
  const { raw, text } = value
  if (text === null) return value
  if (from.layout === to.layout && (keepsSep(from, to) || !hasProps(item)))
    return { ...value, raw: moveLines(raw), start: -1 }
  return { ...value, raw: writeScalar(text, raw, position), start: -1 }
}

/** Keeps the comment on the line of a value, and its tags. */
export function moveNote(
  item: Item,
  branch: Branch,
  was: { readonly item: Item; readonly branch: Branch },
): void {
  if (was.branch.layout === branch.layout && keepsSep(was.branch, branch))
    item.sep = shiftLines(was.item.sep, shiftBetween(was.branch, branch), false)
  const note = /^[ \t]+#[^\r\n]*/.exec(was.item.tail)?.[0]
  if (note !== undefined && branch.layout === 'block' && /^\r?\n/.test(item.tail))
    item.tail = note + item.tail
}

/** Whether the text between key and value stays the same: a dash is not a colon. */
function keepsSep(from: Branch, to: Branch): boolean {
  return from.kind === 'map' && to.kind === 'map'
}

/** Whether there is a tag or an anchor before the value. */
function hasProps({ sep }: Item): boolean {
  return /[!&]/.test(sep)
}

/** Within brackets, lines only have to be deeper than the block around them. */
function shiftBetween(from: Branch, to: Branch): Shift {
  if (from.layout === 'block' && to.layout === 'block') return { from: from.indent, to: to.indent }
  let around = to
  while (around.layout !== 'block' && around.parent !== null) around = around.parent.branch
  return { from: '', to: around.layout === 'block' ? `${around.indent}  ` : '' }
}

/** Returns a value of several lines at another depth. Lines of blanks can belong to a text, so they move too. */
function shiftValue(raw: string, { from, to }: Shift): string {
  if (from === to) return raw
  return raw.replaceAll(/(\r?\n)([^\r\n]+)/g, (all, lineEnd: string, line: string) =>
    line.startsWith(from) ? lineEnd + to + line.slice(from.length) : all,
  )
}
