import type { Document } from '../format.ts'
import { isHeader } from './po-header.ts'
import { markDoubledBackslashes } from './po-text.ts'
import { type PoMessage, scanPo } from './scan-po.ts'

/** Where messages start (`gapStart`), so that an edit only has to read the ones it concerns. */
export type PoPositions = {
  /** In file order, without the header. */
  readonly messages: number[]
  /** The number of messages, including the header. */
  total: number
}

export function newPositions(): PoPositions {
  return { messages: [], total: 0 }
}

export function addPosition(places: PoPositions, message: PoMessage): void {
  places.total++
  if (!isHeader(message)) places.messages.push(message.gapStart)
}

/** Positions found by reading, cached as long as the document exists. */
const known = new WeakMap<Document, PoPositions>()

export function cachePositions(document: Document, places: PoPositions): void {
  known.set(document, places)
}

export function positionsOf(document: Document): PoPositions {
  const before = known.get(document)
  if (before !== undefined) return before
  const places = newPositions()
  for (const message of allMessages(sourceOf(document))) addPosition(places, message)
  return places
}

/**
 * A file's text as it is and as it is read (see `markDoubledBackslashes`): characters have the same positions
 * in both.
 */
export type PoSource = {
  readonly text: string
  readonly marked: string
  readonly charset: string
  readonly tails: ReadonlySet<string>
}

export function sourceOf({ text, encoding: { charset } }: Document): PoSource {
  const { text: marked, tails } = markDoubledBackslashes(text, charset)
  return { text, marked, charset, tails }
}

export function allMessages({ marked, charset }: PoSource): readonly PoMessage[] {
  const messages: PoMessage[] = []
  scanPo(marked, charset, (message) => messages.push(message) > 0)
  return messages
}

/** Returns the message that starts at a position. */
export function messageAt(
  { marked, charset }: Pick<PoSource, 'marked' | 'charset'>,
  place: number,
): PoMessage | null {
  const found: PoMessage[] = []
  scanPo(marked, charset, (message) => found.push(message) === 0, place)
  return found[0] ?? null
}

/** Returns the start of the message around a position. */
export function messageStartAt({ messages }: PoPositions, at: number): number {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((messages[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return messages[low - 1] ?? 0
}
