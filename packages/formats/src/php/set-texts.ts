import { type Edit, splice } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { Document, EntryEdit } from '../format.ts'
import { endOfTail } from './draft-php.ts'
import { openPhp, skipTrivia } from './php-cursor.ts'
import { markTail } from './php-state.ts'
import { encodePhp } from './php-string.ts'

/**
 * Returns the text of a document after edits that set texts or states, by reading only their lines. Null if
 * there are other edits. `hasStates`: whether the file, or its model, marks texts as unfinished.
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

/** A text, and the rest of its line once it is needed. */
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
