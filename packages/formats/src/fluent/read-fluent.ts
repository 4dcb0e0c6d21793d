import { type EntryPath, isPlainKeyName, type Span } from '@dragoman/core'
import type { FtlPattern } from '@dragoman/core/fluent-grammar'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import { type FtlJunk, type FtlMessage, scanFtl } from './ftl-scanner.ts'
import { patternText } from './pattern-text.ts'

export const FLUENT = 'fluent'

/** Reads a Fluent file: the value of every message and term is an entry, and so is every attribute. */
export function readFluent(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: FLUENT, text, encoding }
  if (issue !== null) return unreadDocument(base, issue)
  const list = emptyEntryList([])
  const seen = new Set<string>()
  for (const part of scanFtl(text)) {
    if (part.kind === 'junk') {
      warnOfJunk(part, list)
      continue
    }
    // The first of messages with the same identifier is used, with its attributes: a bundle does not
    // override.
    const idSpan = { start: part.idStart, end: part.idStart + part.id.length }
    if (seen.has(part.id)) warn(list, 'duplicate-key', idSpan, { key: part.id })
    else if (!isPlainKeyName(part.id)) warn(list, 'unusable-key', idSpan, {})
    else addMessage(text, part, list)
    seen.add(part.id)
    if (list.entries.size <= FILE_LIMITS.values) continue
    list.issues.push({ code: 'too-many-values', severity: 'error', span: idSpan })
    break
  }
  return { ...base, entries: list.entries, issues: sortIssues(list.issues) }
}

function addMessage(text: string, message: FtlMessage, list: EntryList): void {
  const { id, value, attributes, comment } = message
  const note = comment === null ? '' : commentText(text.slice(comment.start, comment.end))
  if (value !== null) addEntry(list, [id], id, text, value, note)
  if (attributes.length === 0) return
  const last = new Map(attributes.map((attribute) => [attribute.id, attribute]))
  for (const attribute of attributes) {
    const span = { start: attribute.start + 1, end: attribute.start + 1 + attribute.id.length }
    // The last of duplicate attributes is used: a bundle assigns one after the other.
    if (last.get(attribute.id) !== attribute)
      warn(list, 'duplicate-key', span, { key: `${id}.${attribute.id}` })
    else if (!isPlainKeyName(`${id}.${attribute.id}`)) warn(list, 'unusable-key', span, {})
    else addEntry(list, [id, attribute.id], `${id}.${attribute.id}`, text, attribute.value, note)
  }
}

/** Adds an entry. A decoded file has no lone surrogates, and Fluent's escapes stay as written. */
function addEntry(
  list: EntryList,
  path: EntryPath,
  name: string,
  text: string,
  value: FtlPattern,
  comment: string,
): void {
  list.entries.set(
    name,
    newEntry(path, name, patternText(text, value), patternSpan(text, value), { comment }),
  )
}

/** Returns the span of a pattern without the blanks at its end. */
function patternSpan(text: string, { start, end }: FtlPattern): Span {
  let stop = end
  while (stop > start && text.charCodeAt(stop - 1) === 32) stop--
  return { start, end: stop }
}

function commentText(raw: string): string {
  return raw
    .split(/\r?\n/)
    .map((line) => line.replace(/^# ?/, ''))
    .join('\n')
    .trim()
}

function warnOfJunk({ start, end, mistake }: FtlJunk, list: EntryList): void {
  // A file can have millions of such lines, of which only the first are reported.
  if ((list.counts.get(mistake.code) ?? 0) >= FILE_LIMITS.warnings) return
  const at = Math.max(start, mistake.at)
  const params = Object.fromEntries(
    Object.entries(mistake.params).map(([name, value]) => [name, withoutLoneSurrogates(value)]),
  )
  warn(list, mistake.code, { start: at, end: Math.max(at, Math.min(end, at + 1)) }, params)
}
