import { isKeyName, type Span } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document } from '../format.ts'
import { type EntryList, emptyEntryList, putLast } from '../source/entry-list.ts'
import { hasLoneSurrogate, withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import { unescapeStrings } from './strings-escape.ts'
import { type StringsItem, scanStrings } from './strings-scanner.ts'
import { commentText } from './strings-trivia.ts'

export const APPLE_STRINGS = 'apple-strings'

/** Reads an old-style `.strings` file. Refuses the other two kinds of property lists, binary and XML. */
export function readAppleStrings(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: APPLE_STRINGS, text, encoding }
  if (isOtherPropertyList(text)) {
    const span = { start: 0, end: Math.min(text.length, 8) }
    return unreadDocument(base, {
      code: 'not-this-format',
      severity: 'error',
      span,
      params: { format: '"key" = "value";' },
    })
  }
  if (issue !== null) return unreadDocument(base, issue)
  const list = emptyEntryList([])
  const { issues } = scanStrings(text, (item) => addEntry(text, item, list))
  list.issues.unshift(...issues)
  return { ...base, entries: list.entries, issues: sortIssues(list.issues) }
}

/**
 * Returns the key of an item, or null if it cannot be an entry's name. Only an escape can produce half a
 * surrogate pair.
 */
export function keyOf(text: string, { key }: StringsItem): string | null {
  const raw = text.slice(key.start, key.end)
  const name = tokenText(raw)
  return isKeyName(name) && !(raw.includes('\\') && hasLoneSurrogate(name)) ? name : null
}

/** Returns the text of a token, quoted or bare. */
export function tokenText(raw: string): string {
  return raw.startsWith('"') || raw.startsWith("'") ? unescapeStrings(raw.slice(1, -1)) : raw
}

/** Whether a property list is an XML or binary one. */
export function isOtherPropertyList(head: string): boolean {
  return /^(?:bplist0|\s{0,100}<(?:\?xml|!DOCTYPE|plist)\b)/.test(head)
}

function addEntry(text: string, item: StringsItem, list: EntryList): void {
  const { key, value, comment } = item
  const span = value ?? key
  if (!item.isText) {
    warn(list, 'not-a-text', span, {})
    return
  }
  const name = keyOf(text, item)
  if (name === null) {
    warn(list, 'unusable-key', key, {})
    return
  }
  const raw = text.slice(span.start, span.end)
  if (raw.includes('\\u')) warnOfSmallU(raw, span, list)
  const found = tokenText(raw)
  const wellFormed = raw.includes('\\') ? withoutLoneSurrogates(found) : found
  if (wellFormed !== found) warn(list, 'lone-surrogate', span, {})
  const note = comment === null ? null : commentText(text.slice(comment.start, comment.end))
  putLast(list, newEntry([name], name, wellFormed, span, { comment: note }))
}

/** Warns of `\u00e9`, which is only read with a capital `U`: Foundation shows `u00e9`. */
function warnOfSmallU(raw: string, { start }: Span, list: EntryList): void {
  for (const match of raw.matchAll(/\\(?:(u[0-9a-fA-F]{4})|[\s\S])/g)) {
    if (match[1] === undefined) continue
    const at = start + match.index
    warn(list, 'bad-escape', { start: at, end: at + match[0].length }, { found: match[0] })
  }
}
