import { type EntryPath, isPlainKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import { insertAfter, type Link } from '../source/chain.ts'
import { endsLine, gapOf, isBlankGap, type KeyedPiece } from '../source/keyed-lines.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'
import type { IniSession } from './ini-session.ts'

/**
 * Splits a path into heading and key: the longest start that is a heading of the file, otherwise all but the
 * last part.
 */
export function splitIniPath(
  session: IniSession,
  path: EntryPath,
  current: string | null = null,
): { readonly section: string | null; readonly key: string } {
  const name = path.join('.')
  let split = { section: path.length > 1 ? path.slice(0, -1).join('.') : null, key: path.slice(-1).join('.') }
  for (let length = path.length - 1; length > 0; length--) {
    const section = path.slice(0, length).join('.')
    if (!session.sections.has(section)) continue
    split = { section, key: path.slice(length).join('.') }
    break
  }
  if (current !== null && name.startsWith(`${current}.`))
    split = { section: current, key: name.slice(current.length + 1) }
  const isUsable =
    isPlainKeyName(name) &&
    !hasLoneSurrogate(name) &&
    isIniKey(split.key) &&
    !(split.section ?? '').includes('\ufeff')
  if (!isUsable) throw new EditError('unusable-path', name)
  return split
}

/** Whether an item's line can start with the key. */
function isIniKey(key: string): boolean {
  return key !== '' && !/^[;#[\s]|[=\ufeff]|\s$/.test(key)
}

type Target = { readonly section: string | null; readonly after: readonly string[] }

/**
 * Inserts an item after the first of `after` under its heading, otherwise first there; adds a missing
 * heading.
 */
export function insertItem(
  session: IniSession,
  { section, after }: Target,
  piece: KeyedPiece,
): Link<KeyedPiece> {
  const { chain, style } = session
  for (const name of after) {
    const place = session.items.get(name)
    if (place?.section === section) return putAfter(session, place.link, piece)
  }
  if (section === null) return putFirst(session, piece)
  const heading = session.sections.get(section)
  if (heading !== undefined) {
    let previous = heading
    while (previous.next?.piece.kind === 'gap') previous = previous.next
    return putAfter(session, previous.next?.piece.kind === 'item' ? previous : heading, piece)
  }
  const near = after.map((name) => session.items.get(name)).find((place) => place !== undefined)
  const last = near === undefined ? chain.last : lastOfSection(near.link)
  const isApart = last !== null && !isBlankGap(last.piece)
  const gap = (endsLine(last) ? '' : style.eol) + (isApart ? style.eol : '')
  const at = gap === '' ? last : insertAfter(chain, last, gapOf(gap))
  const made = insertAfter<KeyedPiece>(chain, at, { ...gapOf(`[${section}]${style.eol}`), kind: 'section' })
  session.sections.set(section, made)
  return insertAfter(chain, made, piece)
}

/** Inserts an item before the first heading and its comment, which follow after a blank line. */
function putFirst(session: IniSession, piece: KeyedPiece): Link<KeyedPiece> {
  let previous: Link<KeyedPiece> | null = null
  let next = session.chain.first
  while (next?.piece.kind === 'gap') {
    previous = next
    next = next.next
  }
  const isAboveHeading = next?.piece.kind === 'section'
  const comment = isAboveHeading && previous !== null ? takeComment(previous.piece) : ''
  const link = putAfter(session, previous, piece)
  if (isAboveHeading) insertAfter(session.chain, link, gapOf(session.style.eol + comment))
  return link
}

/** Removes the comment lines from the end of a gap, and returns them. */
function takeComment(gap: KeyedPiece): string {
  const comment = commentAtEnd(gap)
  gap.lead = gap.lead.slice(0, gap.lead.length - comment.length)
  return comment
}

function commentAtEnd({ lead }: KeyedPiece): string {
  const lines = lead.split(/(?<=\r\n|\n|\r(?!\n))/)
  return lines.slice(lines.findLastIndex((line) => !/^[ \t]*[;#]/.test(line)) + 1).join('')
}

function putAfter(
  session: IniSession,
  previous: Link<KeyedPiece> | null,
  piece: KeyedPiece,
): Link<KeyedPiece> {
  const { chain, style } = session
  const next = previous === null ? chain.first : previous.next
  let gap = ''
  if (!endsLine(previous)) {
    gap = style.eol
    // A file without a final line break is kept without one.
    if (next === null) piece.tail = ''
  }
  const isBelowComment = previous?.piece.kind === 'gap' && commentAtEnd(previous.piece) !== ''
  // The comment of a file without items is not about the first one.
  if (isBelowComment || (style.isSpaced && previous?.piece.kind === 'item')) gap += style.eol
  return insertAfter(chain, gap === '' ? previous : insertAfter(chain, previous, gapOf(gap)), piece)
}

function lastOfSection(link: Link<KeyedPiece>): Link<KeyedPiece> {
  let last = link
  for (let next = link.next; next !== null && next.piece.kind !== 'section'; next = next.next)
    if (next.piece.kind === 'item') last = next
  return last
}
