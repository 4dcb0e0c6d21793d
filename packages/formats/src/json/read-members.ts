import type { Issue, Span } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Document, Entry, View } from '../format.ts'
import type { FileIssueCode } from '../issue-codes.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import { type JsonMember, type JsonNode, type JsonString, parseJson } from '../source/json.ts'
import { newEntry } from '../source/new-entry.ts'
import { type Siblings, siblingNamed, siblingsOf } from '../source/siblings.ts'
import { isUsableKey } from '../source/usable-key.ts'
import { textOfNode } from './read-json.ts'
import { isSchema } from './schema-member.ts'

/** The meaning of one member of the file: a text, nothing, or something that should be a text. */
export type MemberMeaning =
  | MemberText
  | { readonly wrong: FileIssueCode; readonly at: Span; readonly params: Readonly<Record<string, string>> }
  | null

type MemberText = {
  readonly text: JsonString
  readonly comment: JsonString | null
  readonly details: readonly JsonMember[]
}

/**
 * Reads a JSON file whose top level, or a member of it, is its list of entries; of duplicate keys the last one is used, as in
 * `JSON.parse`.
 */
export function readMembers(
  format: string,
  bytes: Uint8Array,
  {
    view,
    within,
    meaningOf,
  }: {
    readonly view: View | undefined
    /** The member of the root that is the list. Absent: the root is. */
    readonly within?: string
    meaningOf(member: JsonMember, members: Siblings<JsonNode>): MemberMeaning
  },
): Document {
  const { text, encoding, issue } = decodeBytes(bytes)
  const document = (entries: ReadonlyMap<string, Entry>, issues: readonly Issue[]): Document => {
    return { format, text, encoding, entries, issues, ...(view === undefined ? {} : { view }) }
  }
  if (issue !== null) return document(new Map(), [issue])
  const { root, issue: broken } = parseJson(text)
  if (root === null) return document(new Map(), [broken])
  if (root.kind !== 'object') {
    return document(new Map(), [
      { code: 'not-an-object', severity: 'error', span: { start: root.start, end: root.end } },
    ])
  }
  const list = within === undefined ? root : siblingNamed(siblingsOf(root.members), within)
  if (list?.kind !== 'object') {
    const span = { start: root.start, end: root.end }
    const params = { wanted: `"${within}": {` }
    return document(new Map(), [{ code: 'expected-text', severity: 'error', span, params }])
  }
  const entries = new Map<string, Entry>()
  const issues = openIssueList()
  const siblings = siblingsOf(list.members)
  for (const member of list.members) {
    const { key, keyStart, keyEnd } = member
    if (within === undefined && isSchema(member)) continue
    if (siblingNamed(siblings, key) !== member.value) {
      issues.warn('duplicate-key', { start: keyStart, end: keyEnd }, { key })
      continue
    }
    const meaning = meaningOf(member, siblings)
    if (meaning === null) continue
    if ('wrong' in meaning) issues.warn(meaning.wrong, meaning.at, meaning.params)
    else if (isUsableKey(key)) entries.set(key, entryOf(text, key, meaning, issues))
    else issues.warn('unusable-key', { start: keyStart, end: keyEnd }, {})
  }
  return document(entries, issues.all())
}

/** Returns the string under a key of an object, or null. */
export function stringIn(node: JsonNode | undefined, key: string): JsonString | null {
  const value =
    node?.kind === 'object' ? siblingNamed({ members: node.members, byKey: null }, key) : undefined
  return value?.kind === 'string' ? value : null
}

/** Returns the members of an object without those of the given names; none if it is not an object. */
export function otherMembers(node: JsonNode | undefined, names: readonly string[]): readonly JsonMember[] {
  return node?.kind === 'object' ? node.members.filter(({ key }) => !names.includes(key)) : []
}

export function rawDetails(file: string, details: readonly JsonMember[]): string {
  return details
    .map(({ keyStart, value }) => file.slice(keyStart, value.end).replaceAll(/\s+/g, ' '))
    .join(', ')
}

function entryOf(
  file: string,
  name: string,
  { text: node, comment, details }: MemberText,
  issues: IssueList,
): Entry {
  const span = { start: node.start, end: node.end }
  const text = textOfNode(node)
  if (text !== node.value) issues.warn('lone-surrogate', span, {})
  return newEntry([name], name, text, span, {
    comment: comment === null ? null : textOfNode(comment),
    details: rawDetails(file, details),
  })
}
