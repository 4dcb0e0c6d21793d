import { type Issue, isKeyName, type Span } from '@dragoman/core'
import { type Decoded, decodeBytes, decodeBytesAs } from '../bytes/decode.ts'
import type { Document, Entry, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { hasLoneSurrogate, withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { unescapeProperties } from './properties-text.ts'
import { type PropertiesItem, scanProperties } from './scan-properties.ts'

export const JAVA_PROPERTIES = 'java-properties'

/** Reads a properties file as `java.util.Properties.load` does; see Format.read. */
export function readProperties(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeProperties(bytes)
  const base = { format: JAVA_PROPERTIES, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const { entries, issues, tooMany } = readItems(text)
  if (tooMany !== null)
    issues.push(note('too-many-values', tooMany, tooMany + 1, { limit: FILE_LIMITS.values }, 'error'))
  return { ...base, entries, issues }
}

/**
 * Decodes a file, whose encoding is not stated anywhere: ISO-8859-1 with escapes until Java 8, UTF-8 from 9
 * on with ISO-8859-1 as fallback (JEP 226). So valid UTF-8 is UTF-8; pure ASCII is treated as ISO-8859-1, so
 * that every Java version can read our additions.
 */
export function decodeProperties(bytes: Uint8Array): Decoded {
  const asUtf8 = decodeBytes(bytes)
  if (asUtf8.encoding.bom || asUtf8.issue?.code === 'too-large' || bytes.subarray(0, 4).includes(0))
    return asUtf8
  if (asUtf8.issue !== null) return decodeBytesAs(bytes, 'iso-8859-1')
  return asUtf8.text.length === bytes.length
    ? { ...asUtf8, encoding: { charset: 'iso-8859-1', bom: false } }
    : asUtf8
}

/** Returns the text of a comment line without its mark and one blank. */
export function commentText(line: string): string {
  return line.replace(/^[ \t\f]*[#!][ \t]?/, '').trimEnd()
}

/** Whether a key can be a name: not empty, no U+0000, no lone surrogate. */
export function isUsableName(key: string): boolean {
  return isKeyName(key) && !hasLoneSurrogate(key)
}

type ReadItems = {
  readonly entries: Map<string, Entry>
  readonly issues: Issue[]
  readonly tooMany: number | null
}

function readItems(text: string): ReadItems {
  const entries = new Map<string, Entry>()
  const notes = createIssueCollector()
  let keys: ReadonlyMap<number, Span> | null = null
  let comment: string | null = null
  const readItem = ({ kind, start, end, keyStart, keyEnd, valueStart, valueEnd }: PropertiesItem): void => {
    if (kind === 'blank') comment = null
    if (kind === 'comment' && (comment?.length ?? 0) < FILE_LIMITS.text)
      comment = (comment === null ? '' : `${comment}\n`) + commentText(text.slice(start, end))
    if (kind !== 'entry') return
    const key = unescapeProperties(text.slice(keyStart, keyEnd))
    const value = unescapeProperties(text.slice(valueStart, valueEnd))
    if (key.badAt !== null)
      notes.add('bad-escape', keyStart + key.badAt, keyStart + key.badAt + 2, { found: '\\u' })
    if (value.badAt !== null)
      notes.add('bad-escape', valueStart + value.badAt, valueStart + value.badAt + 2, { found: '\\u' })
    if (!isUsableName(key.text)) notes.add('unusable-key', keyStart, keyEnd, {})
    else {
      const before = entries.get(key.text)
      if (before !== undefined) {
        keys ??= keysByValue(text)
        const place = keys.get(before.span.start) ?? before.span
        notes.add('duplicate-key', place.start, place.end, { key: key.text })
        // Java uses the last one, whose position is the entry's.
        entries.delete(key.text)
      }
      const wellFormed = withoutLoneSurrogates(value.text)
      if (wellFormed !== value.text) notes.add('lone-surrogate', valueStart, valueEnd, {})
      entries.set(
        key.text,
        newEntry([key.text], key.text, wellFormed, { start: valueStart, end: valueEnd }, { comment }),
      )
    }
    comment = null
  }
  const tooMany = scanProperties(text, readItem)
  return { entries, issues: notes.issues, tooMany }
}

/** Returns the locations of keys, by the starts of their values. */
function keysByValue(text: string): ReadonlyMap<number, Span> {
  const keys = new Map<number, Span>()
  scanProperties(text, ({ kind, keyStart, keyEnd, valueStart }) => {
    if (kind === 'entry') keys.set(valueStart, { start: keyStart, end: keyEnd })
  })
  return keys
}

type IssueCollector = {
  readonly issues: Issue[]
  add(code: FileIssueCode, start: number, end: number, params: Issue['params'] & object): void
}

/** Collects warnings, of each kind up to the limit. */
function createIssueCollector(): IssueCollector {
  const counts = new Map<FileIssueCode, number>()
  const issues: Issue[] = []
  return {
    issues,
    add(code, start, end, params) {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count <= FILE_LIMITS.warnings) issues.push(note(code, start, end, params, 'warning'))
    },
  }
}

function note(
  code: FileIssueCode,
  start: number,
  end: number,
  params: Issue['params'] & object,
  severity: Issue['severity'],
): Issue {
  return { code, severity, span: { start, end }, params }
}
