import { afterBreak, lineEnd, nothingOpen, skipBlanks, trimEnd, valueEnd } from '@dragoman/core/ini-grammar'

type Range = { readonly start: number; readonly end: number }

/** One `key = value` and the locations of its parts. */
export type IniItem = {
  readonly kind: 'item'
  /** Start of its own lines: of the comment directly above, otherwise of its line. */
  readonly start: number
  readonly comment: Range | null
  readonly key: Range
  /** With its quotes, without whitespace at its ends. */
  readonly value: Range
  /** After the line break. */
  readonly end: number
  /** Null before the first heading. */
  readonly section: string | null
}

export type IniHeading = {
  readonly kind: 'section'
  readonly start: number
  readonly end: number
  readonly name: string
}

/** A line that is not valid in an INI file. */
export type IniOddity = {
  readonly kind: 'odd'
  readonly start: number
  readonly end: number
  readonly isOpenBracket: boolean
}

export type IniPart = IniItem | IniHeading | IniOddity

/**
 * Returns the parts of an INI file in file order; blank lines and comments without an item are between them.
 */
export function* scanIni(text: string): Generator<IniPart> {
  let section: string | null = null
  let comment: { start: number; end: number } | null = null
  const open = nothingOpen()
  let at = 0
  while (at < text.length) {
    const end = lineEnd(text, at)
    const next = afterBreak(text, end)
    const first = skipBlanks(text, at, end)
    const code = text.charCodeAt(first)
    if (first === end) comment = null
    else if (code === 59 || code === 35) {
      if (comment === null) comment = { start: at, end }
      else comment.end = end
    } else if (code === 91) {
      const line = text.slice(first, end)
      const close = line.lastIndexOf(']')
      comment = null
      if (close > 0) {
        section = line.slice(1, close)
        yield { kind: 'section', start: at, end: next, name: section }
      } else yield { kind: 'odd', start: first, end, isOpenBracket: true }
    } else {
      const equals = equalsIn(text, first, end)
      if (equals < 0)
        yield { kind: 'odd', start: first, end: trimEnd(text, first, end), isOpenBracket: false }
      else {
        const start = comment === null ? at : comment.start
        const from = skipBlanks(text, equals + 1, end)
        const value = { start: from, end: valueEnd(text, from, end, open) }
        at = afterBreak(text, lineEnd(text, value.end))
        yield {
          kind: 'item',
          start,
          comment,
          key: { start: first, end: trimEnd(text, first, equals) },
          value,
          end: at,
          section,
        }
        comment = null
        continue
      }
      comment = null
    }
    at = next
  }
}

function equalsIn(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 61) return at
  return -1
}
