import { type Chain, insertAfter, type Link, linksOf, unlink } from './chain.ts'
import { trailingBlanks } from './trailing-blanks.ts'

// Files of lines with a key and its value, and comments above: adding and removing lines without damaging
// their surroundings.

/** One item with its own comment, a heading, or the text between them. */
export type KeyedPiece = {
  readonly kind: 'gap' | 'item' | 'section'
  /** Own comment and indentation; the whole text of a gap or heading. */
  lead: string
  key: string
  /** From the key to the value. */
  middle: string
  value: string
  /** From the value to the end of the item's lines. */
  tail: string
}

export function gapOf(lead: string): KeyedPiece {
  return { kind: 'gap', lead, key: '', middle: '', value: '', tail: '' }
}

export function printPieces(chain: Chain<KeyedPiece>): string {
  const parts: string[] = []
  for (const { piece } of linksOf(chain))
    parts.push(piece.lead, piece.key, piece.middle, piece.value, piece.tail)
  return parts.join('')
}

/** Returns the blanks between the start of an item's line and its key. */
export function indentOf({ lead }: KeyedPiece): string {
  return trailingBlanks(lead)
}

export function commentOf(piece: KeyedPiece): string {
  return piece.lead.slice(0, piece.lead.length - indentOf(piece).length)
}

export function isBlankGap({ kind, lead }: KeyedPiece): boolean {
  return kind === 'gap' && /[\r\n]/.test(lead) && lead.trim() === ''
}

/** Returns whether this link ends a line. */
export function endsLine(link: Link<KeyedPiece> | null): boolean {
  for (let last = link; last !== null; last = last.previous) {
    const { kind, lead, tail } = last.piece
    if (kind === 'item' || lead !== '') return /[\r\n]$/.test(kind === 'item' ? tail : lead)
  }
  return true
}

/** Removes an item with its comment and, if blank lines are on both sides, one of them. */
export function removeItem(chain: Chain<KeyedPiece>, link: Link<KeyedPiece>): void {
  const { previous, next, piece } = link
  const comment = commentOf(piece)
  unlink(chain, link)
  // The removed item can be behind another one on its line.
  if (previous?.piece.kind === 'item' && next !== null && !endsLine(previous))
    previous.piece.tail += /(?:\r\n|[\r\n])$/.exec(piece.tail)?.[0] ?? ''
  // A comment above several items is the heading of a group, so it stays with the others.
  if (comment !== '' && next?.piece.kind === 'item' && commentOf(next.piece) === '') {
    insertAfter(chain, previous, gapOf(comment))
    return
  }
  const isBlankBefore = previous === null || isBlankGap(previous.piece)
  if (next !== null && isBlankGap(next.piece) && isBlankBefore) next.piece.lead = ''
  else if (next === null && previous !== null && isBlankGap(previous.piece)) previous.piece.lead = ''
  if (next === null && !/[\r\n]$/.test(piece.tail)) endOpen(previous)
}

/** Removes the items that a name hides, which would otherwise become effective. */
export function removeShadowed(
  { chain, shadowed }: { chain: Chain<KeyedPiece>; shadowed: Map<string, Link<KeyedPiece>[]> },
  name: string,
): void {
  for (const link of shadowed.get(name) ?? []) removeItem(chain, link)
  shadowed.delete(name)
}

/** Removes the last line break if the removed item after it had none. */
function endOpen(link: Link<KeyedPiece> | null): void {
  let last = link
  while (last !== null && last.piece.kind === 'gap' && last.piece.lead === '') last = last.previous
  if (last?.piece.kind === 'item') last.piece.tail = last.piece.tail.replace(/(?:\r\n|[\r\n])$/, '')
}
