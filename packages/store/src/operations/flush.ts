import { hasText, sameForms } from '@dragoman/core'
import { lookupOf, stateNumber, storedName } from '../rows.ts'
import { searchForms, searchName } from '../search/search-text.ts'
import type { Tables } from '../tables.ts'
import { translationId } from '../tables.ts'
import { fieldsBefore, textBefore } from './before-change.ts'
import type { KeyBefore, TextBefore } from './internal-change.ts'
import {
  countText,
  noteFile,
  noteIdentity,
  noteKey,
  noteText,
  noteWritten,
  type OperationTally,
} from './operation-tally.ts'
import { type ReplacedRow, recordChanges } from './record-changes.ts'
import type { Scope } from './scope.ts'
import type { Work } from './work.ts'
import type { KeySnapshot, TextSnapshot, WorkKey, WorkText } from './working-set.ts'

const KEY_COLUMNS = [
  'namespace_id',
  'name',
  'lookup',
  'plural',
  'path',
  'description',
  'tags',
  'aliases',
  'max_length',
  'syntax',
  'position',
  'version',
  'fields_operation_id',
] as const
const FLAG_COLUMNS = ['outdated', 'failing', 'sourceless'] as const
const TEXT_COLUMNS = [
  'position',
  'forms',
  'state',
  'version',
  'source_version',
  'outdated',
  'failing',
  'sourceless',
  'with_key',
  'operation_id',
  'author_id',
  'author_label',
] as const
type EditedKey = Pick<Tables['key'], 'id' | (typeof KEY_COLUMNS)[number]>
type WrittenText = Pick<Tables['translation'], 'id' | (typeof TEXT_COLUMNS)[number]>

/** Everything that one chunk writes to the database, by table. */
type Batch = {
  readonly newKeys: Tables['key'][]
  readonly editedKeys: EditedKey[]
  readonly goneKeys: number[]
  readonly newTexts: Tables['translation'][]
  readonly writtenTexts: WrittenText[]
  readonly flaggedTexts: Pick<Tables['translation'], 'id' | (typeof FLAG_COLUMNS)[number]>[]
  readonly movedTexts: Pick<Tables['translation'], 'id' | 'position'>[]
  readonly goneTexts: number[]
  readonly newSearch: Tables['search_text'][]
  readonly search: Tables['search_text'][]
  readonly goneSearch: number[]
  readonly changes: ReplacedRow[]
}

/** Writes the changes of a chunk: rows, history, search texts. Counts and summary are added to the tally. */
export async function flush(work: Work): Promise<void> {
  const { r, scope, tally, set } = work
  const { db, dialect } = r
  const batch: Batch = {
    newKeys: [],
    editedKeys: [],
    goneKeys: [],
    newTexts: [],
    writtenTexts: [],
    flaggedTexts: [],
    movedTexts: [],
    goneTexts: [],
    newSearch: [],
    search: [],
    goneSearch: [],
    changes: [],
  }
  for (const key of set.keys.values()) {
    if (key.removed) flushRemoved(scope, tally, batch, key)
    else if (key.was === null) flushNew(scope, tally, batch, key)
    else flushExisting(scope, tally, batch, key, key.was)
  }
  if (scope.newNamespaces.length > 0) {
    await db
      .insertInto('namespace')
      .values(scope.newNamespaces.map((namespace) => ({ ...namespace, project_id: scope.project.id })))
      .execute()
    scope.newNamespaces.length = 0
  }
  await dialect.deleteMany(db, 'key', batch.goneKeys)
  await dialect.deleteMany(db, 'translation', batch.goneTexts)
  await dialect.deleteMany(db, 'search_text', batch.goneSearch)
  await dialect.insertMany(db, 'key', batch.newKeys)
  await dialect.updateMany(db, 'key', KEY_COLUMNS, batch.editedKeys)
  await dialect.insertMany(db, 'translation', inOrder(batch.newTexts))
  await dialect.updateMany(db, 'translation', TEXT_COLUMNS, batch.writtenTexts)
  await dialect.updateMany(db, 'translation', FLAG_COLUMNS, batch.flaggedTexts)
  await dialect.updateMany(db, 'translation', ['position'], batch.movedTexts)
  await dialect.insertMany(db, 'search_text', inOrder(batch.newSearch))
  await dialect.upsertSearchTexts(db, batch.search)
  await recordChanges(work, batch.changes)
}

/** Sorts by id, so that rows of one language are written to the same pages one after the other. */
function inOrder<Row extends { readonly id: number }>(rows: Row[]): readonly Row[] {
  return rows.sort((a, b) => a.id - b.id)
}

/** Returns the columns of a key that change: `KEY_COLUMNS` and its id. */
function fieldsOf(key: WorkKey): EditedKey {
  return {
    id: key.id,
    namespace_id: key.namespaceId,
    name: storedName(key.name),
    lookup: lookupOf(key.plural, key.name),
    plural: key.plural,
    path: JSON.stringify(key.path),
    description: key.description,
    tags: JSON.stringify(key.tags),
    aliases: JSON.stringify(key.aliases),
    max_length: key.maxLength,
    syntax: key.syntax,
    position: key.position,
    version: key.version,
    fields_operation_id: key.fieldsOperationId,
  }
}

function flagsOf({
  outdated,
  failing,
  sourceless,
}: WorkText): Pick<Tables['translation'], (typeof FLAG_COLUMNS)[number]> {
  return { outdated: outdated ? 1 : 0, failing: failing ? 1 : 0, sourceless: sourceless ? 1 : 0 }
}

/** Returns the columns of a text that change: `TEXT_COLUMNS` and its id. */
function textRow(key: WorkKey, text: WorkText): WrittenText {
  return {
    id: translationId(text.languageId, key.id),
    position: key.position,
    forms: JSON.stringify(text.forms),
    state: stateNumber(text.state),
    version: text.version,
    source_version: text.sourceVersion,
    ...flagsOf(text),
    with_key: text.withKey ? 1 : 0,
    operation_id: text.operationId,
    author_id: text.author?.id ?? null,
    author_label: text.author?.name ?? null,
  }
}

function flushNew(scope: Scope, tally: OperationTally, batch: Batch, key: WorkKey): void {
  const namespace = scope.namespacesById.get(key.namespaceId)?.name ?? ''
  batch.newKeys.push({ ...fieldsOf(key), project_id: scope.project.id, operation_id: key.operationId })
  batch.newSearch.push({ id: key.id, folded: searchName(key.name) })
  tally.toIndex.push(key.id)
  if (key.operationId !== tally.operationId) {
    batch.changes.push({
      keyId: key.id,
      languageId: null,
      kind: 'key-restored',
      before: null,
      beforeOperationId: key.removedBy ?? null,
      afterOperationId: key.fieldsOperationId,
    })
  }
  tally.keysAdded += 1
  tally.changed = true
  noteKey(tally, key.id, namespace)
  noteIdentity(tally, { id: key.id, namespace, name: key.name })
  noteFile(tally, scope.source.tag, namespace)
  for (const text of key.texts.values()) {
    const id = translationId(text.languageId, key.id)
    batch.newTexts.push({ ...textRow(key, text), language_id: text.languageId, key_id: key.id })
    countText(tally, key.namespaceId, text, 1)
    if (!hasText(text.forms)) continue
    batch.newSearch.push({ id, folded: searchForms(text.forms) })
    tally.toIndex.push(id)
    noteWritten(scope, tally, key.id, text, namespace)
  }
}

function flushRemoved(scope: Scope, tally: OperationTally, batch: Batch, key: WorkKey): void {
  const { was } = key
  if (was === null) return
  const namespace = scope.namespacesById.get(was.namespaceId)?.name ?? ''
  const texts: [string, TextBefore][] = []
  batch.goneKeys.push(key.id)
  batch.goneSearch.push(key.id)
  tally.unindexed.push(key.id)
  noteFile(tally, scope.source.tag, namespace)
  for (const text of key.texts.values()) {
    if (text.was === null) continue
    const id = translationId(text.languageId, key.id)
    batch.goneTexts.push(id)
    countText(tally, was.namespaceId, { languageId: text.languageId, ...text.was }, -1)
    const tag = scope.languagesById.get(text.languageId)?.tag ?? ''
    // An emptied text is recorded too, because of its version and its operation.
    if (text.was.version > 0) texts.push([tag, textBefore(text.was)])
    if (!hasText(text.was.forms)) continue
    batch.goneSearch.push(id)
    tally.unindexed.push(id)
    noteFile(tally, tag, namespace)
  }
  const before: KeyBefore = { ...fieldsBefore(scope, was), operationId: was.operationId, texts }
  batch.changes.push({
    keyId: key.id,
    languageId: null,
    kind: 'key-removed',
    before,
    beforeOperationId: was.operationId,
    ...(key.backTo === undefined ? {} : { afterOperationId: key.backTo }),
  })
  tally.keysRemoved += 1
  tally.changed = true
  noteKey(tally, key.id, namespace)
  noteIdentity(tally, { id: key.id, namespace, name: was.name })
}

function flushExisting(
  scope: Scope,
  tally: OperationTally,
  batch: Batch,
  key: WorkKey,
  was: KeySnapshot,
): void {
  const namespace = scope.namespacesById.get(key.namespaceId)?.name ?? ''
  if (key.edited) flushEdited(scope, tally, batch, key, was)
  const moved = key.position !== was.position
  for (const text of key.texts.values()) {
    if (text.was === null) continue
    const id = translationId(text.languageId, key.id)
    const flagged =
      text.outdated !== text.was.outdated ||
      text.failing !== text.was.failing ||
      text.sourceless !== text.was.sourceless
    if (text.written || flagged || key.namespaceId !== was.namespaceId) {
      countText(tally, was.namespaceId, { languageId: text.languageId, ...text.was }, -1)
      countText(tally, key.namespaceId, text, 1)
    }
    if (text.written) {
      flushText(tally, batch, key, text, text.was)
      noteWritten(scope, tally, key.id, text, namespace)
      noteIdentity(tally, { id: key.id, namespace, name: key.name })
    } else if (flagged) {
      batch.flaggedTexts.push({ id, ...flagsOf(text) })
      noteText(tally, {
        keyId: key.id,
        language: scope.languagesById.get(text.languageId)?.tag ?? '',
        version: text.version,
      })
    }
    if (moved && !text.written) batch.movedTexts.push({ id, position: key.position })
  }
}

function flushText(
  tally: OperationTally,
  batch: Batch,
  key: WorkKey,
  text: WorkText,
  was: TextSnapshot,
): void {
  const id = translationId(text.languageId, key.id)
  noteVerdict(tally, text, was)
  batch.writtenTexts.push(textRow(key, text))
  if (was.version > 0 && was.version !== tally.version && was.operationId !== tally.operationId) {
    batch.changes.push({
      keyId: key.id,
      languageId: text.languageId,
      kind: 'text',
      before: textBefore(was),
      beforeOperationId: was.operationId,
      replacedText: hasText(was.forms) && !sameForms(was.forms, text.forms),
      ...(text.restored ? { afterOperationId: text.operationId ?? 0 } : {}),
    })
  }
  const folded = searchForms(text.forms)
  const foldedBefore = searchForms(was.forms)
  if (folded === foldedBefore) return
  if (foldedBefore !== '') tally.unindexed.push(id)
  if (folded === '') batch.goneSearch.push(id)
  else {
    batch.search.push({ id, folded })
    tally.toIndex.push(id)
  }
}

/** Counts a text that a review accepted but left to others, or that was only reviewed or sent back. */
function noteVerdict(tally: OperationTally, text: WorkText, was: TextSnapshot): void {
  if (tally.isUndo) return
  if (tally.kind === 'review' && text.state === 'translated') tally.unreviewed += 1
  if (!sameForms(was.forms, text.forms)) return
  if (text.state === 'reviewed') tally.approved += 1
  else if (tally.kind === 'review' && text.state === 'draft') tally.sentBack += 1
}

function flushEdited(
  scope: Scope,
  tally: OperationTally,
  batch: Batch,
  key: WorkKey,
  was: KeySnapshot,
): void {
  batch.editedKeys.push(fieldsOf(key))
  if (was.operationId !== tally.operationId && !tally.editedKeys.has(key.id)) {
    tally.editedKeys.add(key.id)
    batch.changes.push({
      keyId: key.id,
      languageId: null,
      kind: 'key-edited',
      before: fieldsBefore(scope, was),
      beforeOperationId: null,
      ...(tally.isUndo ? { afterOperationId: key.fieldsOperationId } : {}),
    })
  }
  const names = [was.namespaceId, key.namespaceId].map((id) => scope.namespacesById.get(id)?.name ?? '')
  tally.keysEdited += 1
  tally.changed = true
  noteKey(tally, key.id, names[1] ?? '')
  noteIdentity(tally, { id: key.id, namespace: names[1] ?? '', name: key.name })
  if (key.name !== was.name) {
    batch.search.push({ id: key.id, folded: searchName(key.name) })
    tally.unindexed.push(key.id)
    tally.toIndex.push(key.id)
  }
  const inFiles =
    key.namespaceId !== was.namespaceId ||
    key.plural !== was.plural ||
    JSON.stringify([key.path, key.aliases]) !== JSON.stringify([was.path, was.aliases])
  if (!inFiles) return
  for (const text of key.texts.values()) {
    if (!hasText(text.forms) && text.languageId !== scope.source.id) continue
    for (const name of names) noteFile(tally, scope.languagesById.get(text.languageId)?.tag ?? '', name)
  }
}
