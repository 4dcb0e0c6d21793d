import { type Chain, insertAfter, type Link, linksOf } from '../source/chain.ts'
import { endsLine, gapOf, type KeyedPiece } from '../source/keyed-lines.ts'
import { commentLines } from '../source/line-ends.ts'
import type { FluentSession } from './fluent-session.ts'

type NewMessage = { readonly id: string; readonly comment: string }

/** Inserts an empty message after another, or before the first. */
export function insertMessage(
  { chain, style }: FluentSession,
  anchor: Link<KeyedPiece> | null,
  { id, comment }: NewMessage,
): Link<KeyedPiece> {
  const { eol, middle, isSpaced } = style
  const previous = anchor ?? beforeFirst(chain)
  const next = previous === null ? chain.first : previous.next
  const startsLine = endsLine(previous)
  let gap = startsLine ? '' : eol
  // A comment directly above would become the message's own.
  const isUnderComment =
    previous?.piece.kind === 'gap' && /\S/.test(previous.piece.lead) && !/\n\r?\n$/.test(previous.piece.lead)
  if (isUnderComment || (isSpaced && anchor !== null)) gap += eol
  const at = gap === '' ? previous : insertAfter(chain, previous, gapOf(gap))
  // A file without a final line break is kept without one.
  const tail = !startsLine && next === null ? '' : eol
  const link = insertAfter<KeyedPiece>(chain, at, {
    kind: 'item',
    lead: commentLines(comment, '#', eol),
    key: id,
    middle,
    value: '',
    tail,
  })
  if (isSpaced && anchor === null && next?.piece.kind === 'item') insertAfter(chain, link, gapOf(eol))
  return link
}

function beforeFirst(chain: Chain<KeyedPiece>): Link<KeyedPiece> | null {
  for (const link of linksOf(chain)) if (link.piece.kind === 'item') return link.previous
  return chain.last
}
