import { type Issue, isKeyName } from '@dragoman/core'
import { decodeBytes } from '../decode.ts'
import type { Document } from '../format.ts'
import { LIMITS } from '../limits.ts'
import { type EntryList, emptyEntryList, hasLoneSurrogate, issuesOf, putLast, warn, withoutLoneSurrogates } from '../source/entry-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { type IniItem, type IniOddity, scanIni } from './ini-scanner.ts'
import { readIniValue } from './ini-value.ts'

export const INI = 'ini'

/** Reads an INI file: every `key = value` is an entry, named by its heading and its key. */
export function readIni(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const failed = (error: Issue): Document => ({ format: INI, text, encoding, entries: new Map(), issues: [error] })
  if (issue !== null) return failed(issue)
  const list = emptyEntryList([])
  let items = 0
  for (const part of scanIni(text)) {
    if (part.kind === 'odd') warnOfOddity(text, part, list)
    if (part.kind !== 'item') continue
    if (++items > LIMITS.values) {
      list.issues.push({ code: 'too-many-values', severity: 'error', span: part.key })
      break
    }
    addEntry(text, part, list)
  }
  return { format: INI, text, encoding, entries: list.entries, issues: issuesOf(list) }
}

/** The heading, if there is one, and the key. Null where they cannot be an entry's name. */
export function iniPath(text: string, { key, section }: IniItem): readonly [string] | readonly [string, string] | null {
  const name = text.slice(key.start, key.end)
  if (name === '') return null
  const whole = section === null ? name : `${section}.${name}`
  if (!isKeyName(whole) || hasLoneSurrogate(whole)) return null
  return section === null ? [name] : [section, name]
}

function addEntry(text: string, item: IniItem, list: EntryList): void {
  const path = iniPath(text, item)
  if (path === null) {
    warn(list, 'unusable-key', item.key, {})
    return
  }
  const value = readIniValue(text.slice(item.value.start, item.value.end)).text
  if (hasLoneSurrogate(value)) warn(list, 'lone-surrogate', item.value, {})
  const { comment } = item
  const note = comment === null ? '' : commentText(text.slice(comment.start, comment.end))
  putLast(list, newEntry(path, path.join('.'), withoutLoneSurrogates(value), item.value, { comment: withoutLoneSurrogates(note) }))
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
