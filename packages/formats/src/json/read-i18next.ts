import { type EntryPath, type Issue, isKeyName, type Span } from '@dragoman/core'
import { decodeBytes } from '../decode.ts'
import type { Document, Entry } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { LIMITS } from '../limits.ts'
import { type JsonMember, type JsonNode, parseJson } from '../source/json.ts'
import { isPreferred, isUsableKey } from './entry-name.ts'

export const I18NEXT_JSON = 'i18next-json'

/** Reads a file of i18next JSON: every string at any depth is an entry; numbers, null and booleans are kept but are none. */
export function readI18next(bytes: Uint8Array): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const failed = (error: Issue): Document => ({ format: I18NEXT_JSON, text, encoding, entries: new Map(), issues: [error] })
  if (issue !== null) return failed(issue)
  const tree = parseJson(text)
  if (tree.root === null) return failed(tree.issue)
  if (tree.root.kind !== 'object') {
    return failed({ code: 'not-an-object', severity: 'error', span: { start: tree.root.start, end: tree.root.end } })
  }
  const reading: Reading = { entries: new Map(), issues: [], counts: new Map() }
  collectMembers(reading, tree.root.members, ROOT)
  reading.issues.sort((a, b) => a.span.start - b.span.start)
  return { format: I18NEXT_JSON, text, encoding, entries: reading.entries, issues: reading.issues }
}

type Reading = {
  readonly entries: Map<string, Entry>
  readonly issues: Issue[]
  readonly counts: Map<FileIssueCode, number>
}

/** How deep the reader is: the path and, because joining it anew for every entry would take longest, its name. */
type Position = { readonly path: EntryPath; readonly name: string }

const ROOT: Position = { path: [], name: '' }

function collectMembers(reading: Reading, members: readonly JsonMember[], position: Position): void {
  const last = lastOfEachKey(members)
  for (const member of members) {
    const { key, value } = member
    const span = { start: member.keyStart, end: member.keyEnd }
    if (!isUsableKey(key)) {
      warn(reading, 'unusable-key', span, {})
    } else if (last.get(key) === member) {
      collectValue(reading, value, stepInto(position, key))
    } else {
      warn(reading, 'duplicate-key', span, { key })
    }
  }
}

function stepInto({ path, name }: Position, part: string | number): Position {
  return { path: [...path, part], name: path.length === 0 ? String(part) : `${name}.${part}` }
}

/** As in `JSON.parse`, the last member with a key is the one that counts. */
export function lastOfEachKey<M extends { readonly key: string | null }>(members: readonly M[]): ReadonlyMap<string, M> {
  const last = new Map<string, M>()
  for (const member of members) if (member.key !== null) last.set(member.key, member)
  return last
}

function collectValue(reading: Reading, node: JsonNode, position: Position): void {
  switch (node.kind) {
    case 'literal':
      return
    case 'object':
      collectMembers(reading, node.members, position)
      return
    case 'array':
      for (const [i, item] of node.items.entries()) collectValue(reading, item, stepInto(position, i))
      return
    case 'string':
      addEntry(reading, node, position)
  }
}

function addEntry(reading: Reading, node: Extract<JsonNode, { kind: 'string' }>, { path, name }: Position): void {
  const span = { start: node.start, end: node.end }
  // Every part may be usable and the whole too long.
  if (!isKeyName(name)) {
    warn(reading, 'unusable-key', span, {})
    return
  }
  const text = wellFormed(node.value)
  if (text !== node.value) warn(reading, 'lone-surrogate', span, {})
  const entry: Entry = { path, name, text, span }
  const rival = reading.entries.get(name)
  if (rival === undefined) {
    reading.entries.set(name, entry)
    return
  }
  if (!isPreferred(entry, rival)) {
    warn(reading, 'name-collision', span, { name })
    return
  }
  warn(reading, 'name-collision', rival.span, { name })
  // Deleting first keeps the map in file order.
  reading.entries.delete(name)
  reading.entries.set(name, entry)
}

/** Half a surrogate pair has no UTF-8 and would come back from a store as something else. */
export function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
}

function warn(reading: Reading, code: FileIssueCode, span: Span, params: Readonly<Record<string, string>>): void {
  const count = (reading.counts.get(code) ?? 0) + 1
  reading.counts.set(code, count)
  if (count <= LIMITS.warnings) reading.issues.push({ code, severity: 'warning', span, params })
}
