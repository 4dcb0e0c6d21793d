import { isPlainKeyName, type Span } from '@dragoman/core'
import { readIniValue } from '@dragoman/core/ini-grammar'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { type EntryList, emptyEntryList, putLast } from '../source/entry-list.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import { readValueOf } from './escaped-quotes.ts'
import { type IniItem, type IniOddity, scanIni } from './ini-scanner.ts'
import { endOfPhpValue, rulesOf } from './php-values.ts'

export const INI = 'ini'

/** Reads an INI file: every `key = value` is an entry, named by its heading and its key. */
export function readIni(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: INI, text, encoding }
  if (issue !== null) return unreadDocument(base, issue)
  const list: IniList = { ...emptyEntryList([]), spans: [] }
  // Headings are counted too, because an edit visits them like items.
  let parts = 0
  for (const part of scanIni(text)) {
    if (part.kind === 'odd') {
      warnOfOddity(text, part, list)
      continue
    }
    if (++parts > FILE_LIMITS.values) {
      const { start, end } = part.kind === 'item' ? part.key : part
      list.issues.push({ code: 'too-many-values', severity: 'error', span: { start, end } })
      break
    }
    if (part.kind !== 'item') continue
    list.spans.push(part.value)
    const name = iniName(text, part)
    if (name === null) warn(list, 'unusable-key', part.key, {})
    else addEntry(text, part, list, name)
  }
  readForPhp(text, list)
  return { ...base, entries: list.entries, issues: sortIssues(list.issues) }
}

/** Reads values by the rules of PHP if the whole file shows them. */
function readForPhp(text: string, { entries, spans }: IniList): void {
  const { isPhp, hasEscapedQuotes } = rulesOf(spans.map(({ start, end }) => text.slice(start, end)))
  if (!isPhp) return
  for (const [name, entry] of entries) {
    const { start, end } = entry.span
    const raw = text.slice(start, end)
    const value = raw.slice(0, endOfPhpValue(raw))
    const { text: said } = readValueOf(value, hasEscapedQuotes)
    if (said !== entry.text || value !== raw)
      entries.set(name, { ...entry, text: said, span: { start, end: start + value.length } })
  }
}

/** `spans`: all values of the file, also those without an entry. */
type IniList = EntryList & { readonly spans: Span[] }

/** Returns the heading, if there is one, and the key. Null if they cannot be an entry's name. */
export function iniName(text: string, { key, section }: IniItem): string | null {
  if (key.start === key.end) return null
  const own = text.slice(key.start, key.end)
  const name = section === null ? own : `${section}.${own}`
  return isPlainKeyName(name) ? name : null
}

/** Adds an entry. A decoded file has no lone surrogates, and INI has no escapes that could create some. */
function addEntry(
  text: string,
  { key, section, value, comment }: IniItem,
  list: EntryList,
  name: string,
): void {
  const own = text.slice(key.start, key.end)
  const note = comment === null ? null : commentText(text.slice(comment.start, comment.end))
  const { text: said } = readIniValue(text.slice(value.start, value.end))
  putLast(list, newEntry(section === null ? [own] : [section, own], name, said, value, { comment: note }))
}

function commentText(raw: string): string {
  return raw
    .split(/\r\n|[\r\n]/)
    .map((line) =>
      line
        .trim()
        .replace(/^[;#]+/, '')
        .trim(),
    )
    .join('\n')
    .trim()
}

function warnOfOddity(text: string, { start, end, isOpenBracket }: IniOddity, list: EntryList): void {
  if (isOpenBracket) warn(list, 'unclosed', { start, end: start + 1 }, { opener: '[' })
  else warn(list, 'unexpected-text', { start, end }, { found: shorten(text.slice(start, end)) })
}

function shorten(text: string): string {
  return withoutLoneSurrogates(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
