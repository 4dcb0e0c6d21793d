import { isOwnLine } from '../grammar/ini/ini-lines.ts'
import { INI_QUOTES, writeIniValue, writePhpValue } from '../grammar/ini/write-ini-value.ts'
import type { Span } from '../text/span.ts'
import type { TextWriting } from './text-limits.ts'

export type IniIssue = { readonly code: 'file-line-break' | 'file-line' | 'file-quotes'; readonly span: Span }

/**
 * Returns what an INI item cannot store: line breaks if the file has one line per text, lines that would be
 * read as something else, and, in files for PHP, texts with both kinds of quotes.
 */
export function iniIssues(
  text: string,
  { lines, isPhp }: Extract<TextWriting, { kind: 'ini' }>,
): readonly IniIssue[] {
  const breaks = [...text.matchAll(lines === 'one' ? /\r\n?|\n/g : /\r\n?/g)].slice(0, MOST_PLACES)
  const issues = breaks.map(({ 0: found, index }): IniIssue => {
    return { code: 'file-line-break', span: { start: index, end: index + found.length } }
  })
  // A NUL is reported as a character.
  if (issues.length > 0 || text.includes('\0')) return issues
  const written = isPhp
    ? writePhpValue(text, '\n', { escapesFirst: true })
    : writeIniValue(text, INI_QUOTES, '\n')
  if (written !== null) return issues
  const own = ownLines(text)
  if (own.length > 0) return own
  const special = isPhp ? text.search(/["$\\]/) : -1
  return [
    {
      code: 'file-quotes',
      span: special < 0 ? { start: 0, end: text.length } : { start: special, end: special + 1 },
    },
  ]
}

const MOST_PLACES = 20

/**
 * Returns lines after the first that would be read as something else: blank, a comment, a heading, an item.
 */
function ownLines(text: string): IniIssue[] {
  const issues: IniIssue[] = []
  let start = text.indexOf('\n') + 1
  if (start === 0) return issues
  for (const line of text.slice(start).split('\n')) {
    if (isOwnLine(line) && issues.length < MOST_PLACES)
      issues.push({ code: 'file-line', span: { start: start - 1, end: start + line.length } })
    start += line.length + 1
  }
  return issues
}
