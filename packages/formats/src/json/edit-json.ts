import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { kindChanges } from '../edit/kind-changes.ts'
import { branchesRenamed } from '../edit/renamed-branches.ts'
import { nameOf, textsAfter } from '../edit/texts-after.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { draftJson, leaf, printDraft } from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, layoutOf } from '../source/json-layout.ts'
import { escapeStyleOf } from '../source/json-string.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import {
  type EditSession,
  type EntryLocation,
  expectFound,
  type NodeLocation,
  openSession,
  placementsOf,
  registerItem,
  removeMember,
  vacateKey,
} from './edit-session.ts'
import { insertEntry, insertNextTo } from './insert-entry.ts'
import type { JsonDialect } from './json-dialect.ts'
import { readJson } from './read-json.ts'
import { newPlaceOf, renameEntry } from './rename-entry.ts'
import { isSchemaMember } from './schema-member.ts'

/**
 * Returns the bytes of `document` after the edits (see Format.edit). `model` defines the style of everything
 * that the document has no example of.
 */
export function editJson(
  dialect: JsonDialect,
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const { grammar, passesOverEmpty } = dialect
  const escapes = escapeStyleOf(document.text)
  const replaced = replaceTexts(document, edits, (raw, text, name) =>
    // A text can become what is no text.
    (text === '' && passesOverEmpty) || isSchemaMember(name, text)
      ? null
      : grammar.requote(raw, text, escapes),
  )
  if (replaced !== null) return encodeText(replaced, document.encoding)
  const session = sessionOf(dialect, document.text, model)
  session.kindChanges = kindChanges(edits)
  session.branches = branchesRenamed(
    edits,
    () => [...session.locations.values()].flat(),
    (edit) => newPlaceOf(session, edit),
  )
  applyEdits(targetOf(session), edits)
  const bytes = encodeText(printDraft(session.draft), document.encoding)
  // If the meaning of a text depends on its neighbours, an edit could change that of another.
  if (dialect.textAt !== undefined) verify(dialect, document, edits, bytes)
  return bytes
}

function sessionOf(dialect: JsonDialect, text: string, model: Document | null): EditSession {
  const tree = dialect.grammar.parse(text)
  if (tree.root === null) throw new EditError('not-whole', '')
  const draft = draftJson(text, tree.root)
  if (draft.root.kind !== 'object') throw new EditError('not-whole', '')
  const modelSession =
    model !== null && model.format === dialect.id && isWhole(model)
      ? sessionOf(dialect, model.text, null)
      : null
  const layout = layoutOf(text, draft, modelSession?.layout ?? DEFAULT_LAYOUT)
  return openSession({ dialect, draft, root: draft.root, layout, modelRoot: modelSession?.root ?? null })
}

function verify(
  dialect: JsonDialect,
  document: Document,
  edits: readonly EntryEdit[],
  bytes: Uint8Array,
): void {
  const expected = textsAfter(document, edits)
  const { entries } = readJson(dialect, bytes)
  for (const [name, text] of expected)
    if (entries.get(name)?.text !== text) throw new EditError('not-representable', name)
  for (const name of entries.keys()) if (!expected.has(name)) throw new EditError('not-representable', name)
}

function targetOf(session: EditSession): EditTarget<EntryLocation> {
  const { locations: places } = session
  return {
    nameOf,
    find: (name) => places.get(name)?.[0] ?? null,
    setText: (place, { text }) => setText(session, place, text),
    insert: (edit, name) => addEntry(session, edit, name),
    remove(_, name) {
      for (const place of places.get(name) ?? [])
        if (!vacateKey(session, place)) removeMember(session, place.owner)
      places.delete(name)
    },
    rename: (place, edit, newName) => renameEntry(session, place, { edit, newName }),
  }
}

function setText(session: EditSession, place: EntryLocation, text: string): void {
  if (place.text === text || place.item.value.kind !== 'leaf') return
  const raw = session.dialect.grammar.requote(place.item.value.raw, text, session.layout.escapes)
  place.item.value = leaf(raw, text)
  const { name } = place
  const others = (session.locations.get(name) ?? []).filter((other) => other.item !== place.item)
  session.locations.delete(name)
  // i18next ignores an empty text: others with this name would become effective, so they are removed.
  if (text === '' && session.dialect.passesOverEmpty)
    for (const other of others) removeMember(session, other.owner)
  else session.locations.set(name, others)
  registerItem(session, place.container, place.item)
  expectFound(session, name)
}

function addEntry(session: EditSession, edit: AddEdit, name: string): void {
  const { dialect, layout } = session
  let beside: NodeLocation | null = null
  for (const { path, text, following } of placementsOf(session, edit)) {
    const value = leaf(dialect.grammar.quote(text, layout), withoutLoneSurrogates(text))
    if (beside === null)
      beside = insertEntry(session, {
        path,
        value,
        after: edit.after,
        gaps: [],
        companionOf: beside,
        following,
      })
    else insertNextTo(session, { path, value, after: [], gaps: [], companionOf: beside })
  }
  if (edit.comment && beside !== null) explain(session, beside, edit.comment)
  expectFound(session, name)
}

function explain({ dialect }: EditSession, { item }: NodeLocation, comment: string): void {
  if (item.key !== null) item.lead = dialect.grammar.leadWithComment?.(item.lead, comment) ?? item.lead
}
