import type { Issue, Span } from '@dragoman/core'
import { type Decoded, decodeBytes, decodeBytesAs } from '../bytes/decode.ts'
import type { Document, Entry, View } from '../format.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { errorAt, warn } from '../source/warnings.ts'
import { unescapeProperties } from './properties-text.ts'
import { type PropertiesItem, scanProperties } from './scan-properties.ts'

export const JAVA_PROPERTIES = 'java-properties'

/** Reads a properties file as `java.util.Properties.load` does; see Format.read. */
export function readProperties(bytes: Uint8Array, view?: View): Document {
  const { text, encoding, issue } = decodeProperties(bytes)
  const base = { format: JAVA_PROPERTIES, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return unreadDocument(base, issue)
  const { entries, issues, tooMany } = readItems(text)
  if (tooMany !== null) issues.push(errorAt('too-many-values', tooMany, { limit: FILE_LIMITS.values }))
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

type ReadItems = {
  readonly entries: Map<string, Entry>
  readonly issues: Issue[]
  readonly tooMany: number | null
}

function readItems(text: string): ReadItems {
  const list = emptyEntryList([])
  const { entries, issues } = list
  let keys: ReadonlyMap<number, Span> | null = null
  let comment: string | null = null
  const readItem = ({ kind, start, end, keyStart, keyEnd, valueStart, valueEnd }: PropertiesItem): void => {
    if (kind === 'blank') comment = null
    if (kind === 'comment' && (comment?.length ?? 0) < FILE_LIMITS.text)
      comment = (comment === null ? '' : `${comment}\n`) + commentText(text.slice(start, end))
    if (kind !== 'entry') return
    const key = unescapeProperties(text.slice(keyStart, keyEnd))
    const value = unescapeProperties(text.slice(valueStart, valueEnd))
    if (key.badAt !== null) warnOfEscape(list, keyStart + key.badAt)
    if (value.badAt !== null) warnOfEscape(list, valueStart + value.badAt)
    if (!isUsableKey(key.text)) warn(list, 'unusable-key', { start: keyStart, end: keyEnd }, {})
    else {
      const before = entries.get(key.text)
      if (before !== undefined) {
        keys ??= keysByValue(text)
        warn(list, 'duplicate-key', keys.get(before.span.start) ?? before.span, { key: key.text })
        // Java uses the last one, whose position is the entry's.
        entries.delete(key.text)
      }
      const wellFormed = withoutLoneSurrogates(value.text)
      const span = { start: valueStart, end: valueEnd }
      if (wellFormed !== value.text) warn(list, 'lone-surrogate', span, {})
      entries.set(key.text, newEntry([key.text], key.text, wellFormed, span, { comment }))
    }
    comment = null
  }
  const tooMany = scanProperties(text, readItem)
  return { entries, issues, tooMany }
}

/** Returns the locations of keys, by the starts of their values. */
function keysByValue(text: string): ReadonlyMap<number, Span> {
  const keys = new Map<number, Span>()
  scanProperties(text, ({ kind, keyStart, keyEnd, valueStart }) => {
    if (kind === 'entry') keys.set(valueStart, { start: keyStart, end: keyEnd })
  })
  return keys
}

function warnOfEscape(list: EntryList, start: number): void {
  warn(list, 'bad-escape', { start, end: start + 2 }, { found: '\\u' })
}
