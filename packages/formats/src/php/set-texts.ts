import { type Edit, splice } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { Document, EntryEdit } from '../format.ts'
import { endOfTail } from './draft-php.ts'
import { openPhp, skipTrivia } from './php-cursor.ts'
import { markTail } from './php-state.ts'
import { encodePhp } from './php-string.ts'

/**
 * The text of a document after edits that give entries new texts or states: of the file nothing is looked at
 * but where they stand. Null: there are other edits. `hasStates`: the file, or the one it is like, says of
 * single texts that they are still to be done.
 */
export function setTexts(
  { text, entries }: Document,
  edits: readonly EntryEdit[],
  hasStates: () => boolean,
): string | null {
  const locations = new Map<string, Location>()
  for (const edit of edits) {
    if (edit.kind !== 'set') return null
    const entry = entries.get(edit.name)
    if (entry === undefined) throw new EditError('no-entry', edit.name)
    const { start, end } = entry.span
    const location = locations.get(edit.name) ?? {
      start,
      end,
      tailEnd: end,
      said: entry.text,
      raw: text.slice(start, end),
      tail: null,
    }
    locations.set(edit.name, location)
    if (edit.text !== location.said) {
      location.raw = encodePhp(edit.text, location.raw, "'")
      location.said = edit.text
    }
    if (edit.state === undefined) continue
    location.tailEnd = tailEndAt(text, end)
    location.tail = markTail(location.tail ?? text.slice(end, location.tailEnd), edit.state, hasStates())
  }
  return splice(text, [...locations.values()].map(editOf))
}

/** A text, and what stands behind it once somebody asks. */
type Location = {
  readonly start: number
  readonly end: number
  tailEnd: number
  said: string
  raw: string
  tail: string | null
}

function tailEndAt(text: string, end: number): number {
  const cursor = { ...openPhp(text), at: end }
  skipTrivia(cursor)
  const next = text[cursor.at]
  return endOfTail(cursor, end, next === ',' || next === ';')
}

function editOf({ start, tailEnd, raw, tail }: Location): Edit {
  return { span: { start, end: tailEnd }, text: raw + (tail ?? '') }
}
