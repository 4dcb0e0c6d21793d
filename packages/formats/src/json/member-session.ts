import { EditError } from '../edit/edit-error.ts'
import { type Document, isWhole } from '../format.ts'
import { parseJson } from '../source/json.ts'
import { type DraftContainer, type DraftItem, draftJson, type JsonDraft } from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, type JsonLayout, layoutOf } from '../source/json-layout.ts'
import { quoteJson } from '../source/json-string.ts'
import { dropMembers, insertMember, memberOf, objectOf } from './draft-member.ts'

/** A JSON file whose top level, or a member of it, is its list of entries, while it is being edited. */
export type MemberSession = {
  readonly draft: JsonDraft
  readonly root: DraftContainer
  readonly layout: JsonLayout
  /** The member with a key; of several the last, as in `JSON.parse`. */
  readonly members: Map<string, DraftItem>
  /** An object with members that shows the layout of new ones; null if there is none. */
  sample: DraftContainer | null
}

/**
 * Opens a file. `model` defines the style if the text does not show it. `within`: the member of the top level that is
 * the list; absent: the top level is.
 */
export function openMembers(text: string, model: MemberSession | null, within?: string): MemberSession {
  const tree = parseJson(text)
  if (tree.root === null) throw new EditError('not-whole', '')
  const draft = draftJson(text, tree.root)
  if (draft.root.kind !== 'object') throw new EditError('not-whole', '')
  const root = within === undefined ? draft.root : objectOf(memberOf(draft.root, within))
  if (root === null) throw new EditError('not-whole', '')
  const members = new Map<string, DraftItem>()
  for (const item of root.items) if (item.key !== null) members.set(item.key, item)
  const sample = firstSample(root)
  return {
    draft,
    root,
    layout: layoutOf(text, draft, model?.layout ?? DEFAULT_LAYOUT),
    members,
    sample,
  }
}

/** Opens a sibling file as a model, or returns null if it cannot be read. */
export function openModel(document: Document | null, format: string, within?: string): MemberSession | null {
  return document !== null && document.format === format && isWhole(document)
    ? openMembers(document.text, null, within)
    : null
}

export function putMember(session: MemberSession, index: number, item: DraftItem): void {
  const { layout, root, members } = session
  const near = root.items[index - 1] ?? root.items[index]
  insertMember(root, index, item, { layout, sample: nonEmptyObject(near) ?? session.sample })
  session.sample ??= nonEmptyObject(item)
  if (item.key !== null) members.set(item.key, item)
}

function nonEmptyObject(item: DraftItem | undefined): DraftContainer | null {
  return item !== undefined && item.value.kind === 'object' && item.value.items.length > 0 ? item.value : null
}

function firstSample({ items }: DraftContainer): DraftContainer | null {
  return nonEmptyObject(items.find((item) => nonEmptyObject(item) !== null))
}

export function takeMember(session: MemberSession, key: string): void {
  dropMembers(session.root, key)
  session.members.delete(key)
  // A removed member is no longer a sample.
  if (session.sample?.parent?.item.key === key) session.sample = firstSample(session.root)
}

/** Renames a member in place; removes members that it hid, and others with the new key. */
export function renameMember(session: MemberSession, from: string, to: string): void {
  const item = session.members.get(from)
  if (item === undefined || from === to) return
  takeMember(session, to)
  item.key = to
  takeMember(session, from)
  item.rawKey = quoteJson(to, session.layout.escapes)
  session.members.set(to, item)
}

/** Returns the index after the first of the keys that exists, or -1. */
export function indexAfter({ root, members }: MemberSession, keys: readonly string[]): number {
  for (const key of keys) {
    const item = members.get(key)
    if (item !== undefined) return root.items.lastIndexOf(item) + 1
  }
  return -1
}
