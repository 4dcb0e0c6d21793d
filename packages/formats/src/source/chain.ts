/** A file in pieces, linked so that a piece can be inserted or removed without moving the others. */
export type Chain<T> = { first: Link<T> | null; last: Link<T> | null }

export type Link<T> = { readonly piece: T; previous: Link<T> | null; next: Link<T> | null }

export function chainOf<T>(pieces: readonly T[]): Chain<T> {
  const chain: Chain<T> = { first: null, last: null }
  for (const piece of pieces) insertAfter(chain, chain.last, piece)
  return chain
}

/** Inserts a piece after a link, or first if there is none. */
export function insertAfter<T>(chain: Chain<T>, previous: Link<T> | null, piece: T): Link<T> {
  const next = previous === null ? chain.first : previous.next
  const link: Link<T> = { piece, previous, next }
  if (previous === null) chain.first = link
  else previous.next = link
  if (next === null) chain.last = link
  else next.previous = link
  return link
}

export function unlink<T>(chain: Chain<T>, link: Link<T>): void {
  if (link.previous === null) chain.first = link.next
  else link.previous.next = link.next
  if (link.next === null) chain.last = link.previous
  else link.next.previous = link.previous
}

export function* linksOf<T>(chain: Chain<T>): Generator<Link<T>> {
  for (let link = chain.first; link !== null; link = link.next) yield link
}

/** A part of a file that is its own link. */
type Linked<T> = { prev: T | null; next: T | null }

export function linkAfter<T extends Linked<T>>(before: T, part: T): void {
  part.prev = before
  part.next = before.next
  if (before.next !== null) before.next.prev = part
  before.next = part
}

export function unlinkPart<T extends Linked<T>>(part: T): void {
  if (part.prev !== null) part.prev.next = part.next
  if (part.next !== null) part.next.prev = part.prev
}
