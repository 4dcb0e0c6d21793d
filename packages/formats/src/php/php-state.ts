import type { EntryState } from '../format.ts'
import type { Item } from '../tree/draft.ts'

// Comments that FreshRSS writes after a text: it is not translated (TODO), its source has changed (DIRTY), or
// it equals the source (IGNORE).
const MARK = /(?<![ \t])(?<blanks>[ \t]*)(?<sign>\/\/|#)[ \t]*(?<word>TODO|DIRTY|IGNORE)\b[ \t]*/i
const MARK_IN_BLOCK = /(?<![ \t])[ \t]*\/\*[ \t]*(?<word>TODO|DIRTY|IGNORE)[ \t]*\*\//i

/** Returns the state by the comment after a text; undefined: none. */
export function stateOf(item: Item): EntryState | undefined {
  const mark = markIn(item.tail)
  if (mark === undefined) return undefined
  return mark === 'IGNORE' ? 'translated' : 'draft'
}

/** Returns the text after an entry, with another mark, in a file with such marks. */
export function markTail(tail: string, state: EntryState, hasStates: boolean): string {
  const mark = markIn(tail)
  if (state !== 'draft') return mark === 'TODO' || mark === 'DIRTY' ? withoutMark(tail) : tail
  if (mark === 'TODO' || mark === 'DIRTY' || !hasStates) return tail
  if (mark === 'IGNORE') return tail.replace(/IGNORE/i, 'DIRTY')
  // Before an existing comment, or alone on the rest of the line.
  return tail.replace(
    /^([ \t]*)(?:([,;])([ \t]*))?((?:\/\/|#)[^\r\n]*)?(\r?\n)$/,
    (_, gap, separator = '', blanks = '', comment, lineEnd) => {
      return `${gap}${separator}${comment === undefined ? '\t// DIRTY' : `${blanks}// DIRTY ${comment}`}${lineEnd}`
    },
  )
}

/** Returns the comments on the line of a value, with the blanks before them and without the separator. */
export function noteOf(tail: string): string {
  const [, before = '', after = ''] =
    /^((?:[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\/)*)[ \t]*[,;]?([ \t]*(?:\/\/|#|\/\*)[^\r\n]*)?/.exec(tail) ?? []
  return before + after.trimEnd()
}

/** Removes the mark; the rest of a comment stays. */
function withoutMark(tail: string): string {
  const kept = tail.replace(MARK_IN_BLOCK, '')
  const mark = MARK.exec(kept)
  if (mark === null) return kept
  const { blanks = '', sign = '' } = mark.groups ?? {}
  const rest = kept.slice(mark.index + mark[0].length)
  const opener = /^(?:[\r\n]|$)/.test(rest)
    ? ''
    : /^(?:\/\/|\/\*|#)/.test(rest)
      ? blanks
      : `${blanks}${sign} `
  return kept.slice(0, mark.index) + opener + rest
}

/** Whether a file has such marks. */
export function hasStateMarks(text: string): boolean {
  return /(?:\/\/|#|\/\*)[ \t]*(?:TODO|DIRTY|IGNORE)\b/.test(text) || /\+ DIRTY:/.test(text)
}

/** Returns the text of comments above a key and after its value, without the mark. */
export function commentOf(item: Item): string {
  if (item.comment === '' && !/[/#]/.test(item.tail)) return ''
  const lines = item.comment
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:\/\/+|#+|\/\*+)[ \t]?/, '')
        .trimEnd()
        .replace(/\*\/$/, '')
        .trimEnd(),
    )
  const rest = item.tail.replace(MARK_IN_BLOCK, '').replace(MARK, '')
  const behind = /(?:\/\/+|#+|\/\*)[ \t]*([^\r\n]*?)(?:\*\/)?[ \t]*(?:\r?\n|$)/.exec(rest)?.[1] ?? ''
  return [...lines, behind].join('\n').trim()
}

function markIn(tail: string): string | undefined {
  if (!/[/#]/.test(tail)) return undefined
  const { word } = (MARK.exec(tail) ?? MARK_IN_BLOCK.exec(tail))?.groups ?? {}
  return word?.toUpperCase()
}
