import { leavesOf } from '../message/leaves-of.ts'
import type { Part } from '../message/part.ts'
import type { Span } from '../text/span.ts'

/**
 * Returns whether a dot behind the range ends an abbreviation: surely for a short word that is the whole text or follows a
 * number, a placeholder or another abbreviation (`Mo.`, `5 Min.`, `p. m.`, `EE. UU.`), perhaps for any other short word
 * (`und so weiter usw.`, but also `Das war es.`).
 */
export function abbreviationIn(parts: readonly Part[], range: Span): 'sure' | 'perhaps' | 'no' {
  const shown = shownEnd(parts, range)
  const word = lastWord(shown)
  if (!isShort(word)) return 'no'
  const before = shown.slice(0, shown.length - word.length).trimEnd()
  if (before === '' || NUMBER_AT_END.test(before)) return 'sure'
  const [earlier = ''] = DOT_AT_END.exec(before) ?? []
  return earlier !== '' && isShort(lastWord(before.slice(0, -earlier.length))) ? 'sure' : 'perhaps'
}

const NUMBER_AT_END = /(?<![\p{L}\p{N}.,:])[\p{N}.,:]*\p{N}$/u
const DOT_AT_END = /\.[\s/\p{Pd}]*$/u

/** Returns whether a dot behind the text ends an abbreviation of letters: `U.S.`, `a.m.`. */
export function hasInitialsAtEnd(text: string): boolean {
  return INITIALS.test(text.slice(-LONGEST))
}

const INITIALS = /(?<!\p{L})(?:\p{L}\.){1,4}\p{L}$/u

/** Returns the end of what is shown of a range, with a digit for each placeholder. */
function shownEnd(parts: readonly Part[], { start, end }: Span): string {
  let shown = ''
  for (const { kind, text, span } of leavesOf(parts)) {
    if (span.start < start || span.start >= end) continue
    if (kind === 'placeholder') shown += '0'
    else if (kind !== 'tag') shown += text.slice(0, end - span.start)
  }
  return shown.slice(-LONGEST)
}

/** Enough for the longest abbreviation; keeps the expressions fast. */
const LONGEST = 40

function lastWord(text: string): string {
  return /[\p{L}\p{M}]*$/u.exec(text)?.[0] ?? ''
}

/** Scripts of syllables and words have no abbreviations with dots. */
function isShort(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && letters <= 4 && !/[\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]/u.test(word)
}
