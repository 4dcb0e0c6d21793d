import { LIMITS } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document, Entry } from '../format.ts'
import { type EntryList, emptyEntryList } from '../source/entry-list.ts'
import type { JsonMember, JsonNode, JsonString } from '../source/json.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { newEntry } from '../source/new-entry.ts'
import { pathBelow } from '../source/path-below.ts'
import { type Siblings, siblingNamed, siblingsOf } from '../source/siblings.ts'
import { unreadDocument } from '../source/unread-document.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { sortIssues, warn } from '../source/warnings.ts'
import {
  type JsonDialect,
  type JsonLocation,
  type JsonValue,
  ROOT_SPOT,
  type TextMeaning,
} from './json-dialect.ts'
import { isSchema } from './schema-member.ts'

/**
 * Reads a file of a dialect of JSON: its texts at any depth are entries; numbers, null and booleans are kept,
 * but are not entries.
 */
export function readJson(dialect: JsonDialect, bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const base = { format: dialect.id, text, encoding }
  if (issue !== null) return unreadDocument(base, issue)
  const tree = dialect.grammar.parse(text)
  if (tree.root === null) return unreadDocument(base, tree.issue)
  if (tree.root.kind !== 'object') {
    return unreadDocument(base, {
      code: 'not-an-object',
      severity: 'error',
      span: { start: tree.root.start, end: tree.root.end },
    })
  }
  const reading: Reading = { ...emptyEntryList([]), dialect }
  collectMembers(reading, tree.root.members, ROOT_SPOT)
  return { ...base, entries: reading.entries, issues: sortIssues(reading.issues) }
}

type Reading = EntryList & { readonly dialect: JsonDialect }

function collectMembers(reading: Reading, members: readonly JsonMember[], location: JsonLocation): void {
  const siblings = siblingsOf(members)
  for (const member of members) {
    const { key, value } = member
    if (location === ROOT_SPOT && isSchema(member)) continue
    if (!isUsableKey(key)) {
      warn(reading, 'unusable-key', { start: member.keyStart, end: member.keyEnd }, {})
    } else if (siblingNamed(siblings, key) === value) {
      collectValue(reading, value, stepInto(location, key, siblings, member.note))
    } else {
      warn(reading, 'duplicate-key', { start: member.keyStart, end: member.keyEnd }, { key })
    }
  }
}

/** Returns the location of a member or an array's item. */
export function stepInto(
  location: JsonLocation,
  part: string | number,
  siblings: Siblings<JsonValue> | null,
  note: string | undefined,
): JsonLocation {
  // Joining the path again for every entry would take most of the time.
  const name = location.path.length === 0 ? String(part) : `${location.name}.${part}`
  return { path: pathBelow(location.path, part), name, siblings, parent: location, note }
}

function collectValue(reading: Reading, node: JsonNode, location: JsonLocation): void {
  switch (node.kind) {
    case 'literal':
      return
    case 'object':
      if (hasOneLevel(reading)) warn(reading, 'not-a-text', { start: node.start, end: node.end }, {})
      else collectMembers(reading, node.members, location)
      return
    case 'array':
      if (hasOneLevel(reading)) warn(reading, 'not-a-text', { start: node.start, end: node.end }, {})
      else
        for (const [i, item] of node.items.entries())
          collectValue(reading, item, stepInto(location, i, null, undefined))
      return
    case 'string':
      addEntry(reading, node, location)
  }
}

function hasOneLevel({ dialect }: Reading): boolean {
  return dialect.dottedKeys === 'always'
}

function addEntry(reading: Reading, node: JsonString, location: JsonLocation): void {
  const { dialect } = reading
  const { name } = location
  const span = { start: node.start, end: node.end }
  const meaning: TextMeaning | null = dialect.textAt === undefined ? location : dialect.textAt(location)
  if (meaning === null) return
  // Every part is usable, but the whole can be too long.
  if (name.length > LIMITS.keyNameMax) {
    warn(reading, 'unusable-key', span, {})
    return
  }
  const text = textOfNode(node)
  if (text !== node.value) warn(reading, 'lone-surrogate', span, {})
  putEntry(reading, newEntry(meaning.path, meaning.name, text, span, meaning))
}

function putEntry(reading: Reading, entry: Entry): void {
  const { name } = entry
  const { entries } = reading
  const rival = entries.get(name)
  if (rival === undefined) {
    entries.set(name, entry)
    return
  }
  if (!reading.dialect.isPreferred(entry, rival)) {
    warn(reading, 'name-collision', entry.span, { name })
    return
  }
  warn(reading, 'name-collision', rival.span, { name })
  // Deleting first keeps the map in file order.
  entries.delete(name)
  entries.set(name, entry)
}

/**
 * Returns the text of a string. A lone surrogate can only come from an escape, which is longer than the
 * character.
 */
export function textOfNode({ start, end, value }: JsonString): string {
  return value.length === end - start - 2 ? value : withoutLoneSurrogates(value)
}
