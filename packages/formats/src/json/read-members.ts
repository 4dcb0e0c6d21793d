import { type Issue, isKeyName, type Span } from '@dragoman/core'
import { decodeBytes } from '../decode.ts'
import type { Document, Entry, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { type JsonMember, type JsonNode, parseJson } from '../source/json.ts'
import { isUsableKey } from './entry-name.ts'
import { type IssueList, openIssueList } from './issue-list.ts'
import { lastOfEachKey, wellFormed } from './read-json.ts'

/** What a dialect finds in one member of the file: a text, nothing at all, or something that should be a text. */
export type MemberMeaning =
  | { readonly text: Extract<JsonNode, { kind: 'string' }>; readonly comment: string | null }
  | { readonly wrong: FileIssueCode; readonly at: Span; readonly params: Readonly<Record<string, string>> }
  | null

/** Reads a JSON file whose top level is its list of entries; of a key that is there twice the last counts, as in `JSON.parse`. */
export function readMembers(
  format: string,
  bytes: Uint8Array,
  {
    view,
    meaningOf,
  }: { readonly view: View | undefined; meaningOf(member: JsonMember, members: ReadonlyMap<string, JsonMember>): MemberMeaning },
): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const document = (entries: ReadonlyMap<string, Entry>, issues: readonly Issue[]): Document => {
    return { format, text, encoding, entries, issues, ...(view === undefined ? {} : { view }) }
  }
  if (issue !== null) return document(new Map(), [issue])
  const { root, issue: broken } = parseJson(text)
  if (root === null) return document(new Map(), [broken])
  if (root.kind !== 'object') {
    return document(new Map(), [{ code: 'not-an-object', severity: 'error', span: { start: root.start, end: root.end } }])
  }
  const entries = new Map<string, Entry>()
  const issues = openIssueList()
  const last = lastOfEachKey(root.members)
  for (const member of root.members) {
    const { key } = member
    const keySpan = { start: member.keyStart, end: member.keyEnd }
    if (last.get(key) !== member) {
      issues.warn('duplicate-key', keySpan, { key })
      continue
    }
    const meaning = meaningOf(member, last)
    if (meaning === null) continue
    if ('wrong' in meaning) issues.warn(meaning.wrong, meaning.at, meaning.params)
    else if (!isUsableKey(key) || !isKeyName(key)) issues.warn('unusable-key', keySpan, {})
    else entries.set(key, entryOf(key, meaning.text, { comment: meaning.comment, issues }))
  }
  return document(entries, issues.all())
}

/** The string that an object has under a key, or null. */
export function stringIn(node: JsonNode | undefined, key: string): Extract<JsonNode, { kind: 'string' }> | null {
  if (node?.kind !== 'object') return null
  const value = node.members.findLast((member) => member.key === key)?.value
  return value?.kind === 'string' ? value : null
}

function entryOf(
  name: string,
  node: Extract<JsonNode, { kind: 'string' }>,
  { comment, issues }: { readonly comment: string | null; readonly issues: IssueList },
): Entry {
  const span = { start: node.start, end: node.end }
  const text = wellFormed(node.value)
  if (text !== node.value) issues.warn('lone-surrogate', span, {})
  return { path: [name], name, text, span, ...(comment === null || comment === '' ? {} : { comment: wellFormed(comment) }) }
}
