import type { EntryPath } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget, type RenameEdit } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { nameOf, textsAfter } from '../edit/texts-after.ts'
import { type Document, type EntryEdit, isWhole } from '../format.ts'
import { type DraftContainer, draftJson, leaf, printDraft } from '../source/json-draft.ts'
import { DEFAULT_LAYOUT, layoutOf } from '../source/json-layout.ts'
import { escapeStyleOf } from '../source/json-string.ts'
import { withoutLoneSurrogates } from '../source/lone-surrogates.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import {
  type Companion,
  dropShadowed,
  type EditSession,
  type EntryLocation,
  type NodeLocation,
  openSession,
  registerItem,
  removeLocation,
} from './edit-session.ts'
import { entryName, isUsableKey } from './entry-name.ts'
import { insertEntry, type NewEntry, pathOf } from './insert-entry.ts'
import type { Addition, JsonDialect, Placement } from './json-dialect.ts'
import { readJson } from './read-json.ts'
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
      for (const place of places.get(name) ?? []) removeLocation(session, place)
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
    for (const other of others) removeLocation(session, other)
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

function placementsOf({ dialect, root, modelRoot }: EditSession, edit: Addition): readonly Placement[] {
  return dialect.placements?.(edit, { root, modelRoot }) ?? [{ path: edit.path, text: edit.text }]
}

/** Throws unless the dialect's programs find the inserted text under the name. */
function expectFound(session: EditSession, name: string): void {
  if (!session.locations.get(name)?.length) throw new EditError('not-representable', name)
}

function renameEntry(
  session: EditSession,
  place: EntryLocation,
  { edit, newName }: { readonly edit: RenameEdit; readonly newName: string },
): undefined {
  const { name } = edit
  const { container, item } = place.owner
  const { path: target, following } = ownerTarget(session, place, edit)
  const key = keyForRename(pathOf(container, item), target)
  const isFree = key !== null && container.items.every((other) => other.key !== key)
  const others = (session.locations.get(name) ?? []).slice(1)
  session.locations.delete(name)
  for (const other of others) removeLocation(session, other)
  if (key === null || !isFree) {
    const { moved } = session
    // Removing an item of an array replaces its value.
    const { value } = item
    const { gaps, companions } = removeLocation(session, place)
    const beside = insertEntry(session, {
      path: target,
      value,
      after: moved?.from === container ? [moved.name] : [],
      gaps,
      companionOf: null,
      following,
    })
    session.moved = { from: container, name: newName }
    for (const companion of companions) moveCompanion(session, companion, target, beside)
  } else {
    dropShadowed(container, item)
    rekeyCompanion(session, container, String(item.key), key)
    rekey(session, { container, item }, key)
    registerItem(session, container, item)
  }
  expectFound(session, newName)
}

/** Returns the new position of the entry's member under its new name. */
function ownerTarget(
  session: EditSession,
  place: EntryLocation,
  { path, unit }: RenameEdit,
): Omit<Placement, 'text'> {
  if (unit === undefined && place.up === 0) return { path }
  const [own] = placementsOf(session, {
    kind: 'add',
    path,
    text: place.text,
    after: [],
    ...(unit === undefined ? {} : { unit }),
  })
  return own === undefined ? { path } : { ...own, path: own.path.slice(0, own.path.length - place.up) }
}

function rekey(session: EditSession, { container, item }: NodeLocation, key: string): void {
  const quote = item.rawKey[0] ?? ''
  item.key = key
  container.keys?.add(key)
  item.rawKey = session.dialect.grammar.quoteKey(key, {
    ...session.layout,
    keyQuote: quote === '"' || quote === "'" ? quote : '',
  })
}

function rekeyCompanion(
  { dialect, ...session }: EditSession,
  container: DraftContainer,
  oldKey: string,
  key: string,
): void {
  const companionKey = dialect.companionOf?.(oldKey)
  const newKey = dialect.companionOf?.(key)
  if (companionKey === undefined || newKey === undefined) return
  if (container.items.some((item) => item.key === newKey)) return
  for (const item of container.items)
    if (item.key === companionKey) rekey({ dialect, ...session }, { container, item }, newKey)
}

function moveCompanion(
  session: EditSession,
  { item, level }: Companion,
  target: EntryPath,
  beside: NodeLocation,
): void {
  const at = target.length - 1 - level
  const key = target[at]
  const newKey = typeof key === 'string' ? session.dialect.companionOf?.(key) : undefined
  if (newKey === undefined) return
  insertNextTo(session, {
    path: [...target.slice(0, at), newKey],
    value: item.value,
    after: [],
    gaps: [],
    companionOf: beside,
  })
}

/** Inserts a member that accompanies another, unless its key exists already. */
function insertNextTo(session: EditSession, entry: NewEntry): void {
  try {
    insertEntry(session, entry)
  } catch (error) {
    if (!(error instanceof EditError)) throw error
  }
}

/**
 * Returns the key that gives a member its new path without moving it, or null if it has to move to another
 * parent.
 */
function keyForRename(oldPath: EntryPath, path: EntryPath): string | null {
  const old = oldPath.at(-1)
  const wanted = path.at(-1)
  if (typeof old !== 'string' || typeof wanted !== 'string' || !isUsableKey(wanted)) return null
  const parent = entryName(oldPath.slice(0, -1))
  const wantedParent = entryName(path.slice(0, -1))
  if (parent === wantedParent) return wanted
  // The file can have flat keys for a nested path: `a.b` becomes `a.c` without an object `a`.
  const inner = parent === '' ? wantedParent : wantedParent.slice(parent.length + 1)
  const isInside = parent === '' || wantedParent.startsWith(`${parent}.`)
  return isInside && old.startsWith(`${inner}.`) ? `${inner}.${wanted}` : null
}
