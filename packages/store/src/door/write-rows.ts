import { hasText, sameForms } from '@dragoman/core'
import { lookupOf, stateNumber, storedName } from '../rows.ts'
import { searchForms, searchName } from '../search/search-text.ts'
import type { Tables } from '../tables.ts'
import { translationId } from '../tables.ts'
import type { ChangeKind, FieldsBefore, KeyBefore, TextBefore } from './change.ts'
import type { Derived, DerivedKey, DerivedText } from './derive.ts'
import type { KeyFields, WorkText } from './keys-and-texts.ts'
import { namespaceName, type Scope } from './scope.ts'
import type { OperationTally } from './tally.ts'

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
/** Columns that every written text gets. */
const WRITTEN_COLUMNS = [
  'forms',
  'version',
  'source_version',
  'with_key',
  'operation_id',
  'author_id',
  'author_label',
] as const
/** Columns that are written only if they change: SQLite writes the pages of each index that contains one. */
const INDEXED_COLUMNS = ['position', 'state', 'outdated', 'failing', 'sourceless'] as const

type TextColumn = (typeof WRITTEN_COLUMNS)[number] | (typeof INDEXED_COLUMNS)[number]
type TextRow = Pick<Tables['translation'], 'id' | TextColumn>
type EditedKey = Pick<Tables['key'], 'id' | (typeof KEY_COLUMNS)[number]>

/** What was replaced, to be recorded in the history. */
export type ReplacedRow = {
  readonly keyId: number
  readonly languageId: number | null
  readonly kind: ChangeKind
  readonly before: unknown
  readonly beforeOperationId: number | null
  /** Operation that the new state belongs to, if not the recorded one; 0: none. */
  readonly afterOperationId?: number | null
  /** A text was replaced by another one. */
  readonly replacedText?: boolean
}

/** Everything that one chunk writes to the database, by table. */
export type ChunkRows = {
  readonly newKeys: Tables['key'][]
  readonly keyColumns: typeof KEY_COLUMNS
  readonly editedKeys: EditedKey[]
  readonly removedKeys: number[]
  readonly newTexts: Tables['translation'][]
  /** By the names of the columns that are written. */
  readonly changedTexts: Map<string, { readonly columns: readonly TextColumn[]; readonly texts: TextRow[] }>
  readonly removedTexts: number[]
  readonly newSearch: Tables['search_text'][]
  readonly search: Tables['search_text'][]
  readonly removedSearch: number[]
  /** Search texts that are or were in the search index. */
  readonly toIndex: number[]
  readonly unindexed: number[]
  readonly changes: ReplacedRow[]
}

type Writing = Pick<OperationTally, 'operationId' | 'version' | 'isUndo' | 'editedKeys'>

/** Returns the rows that a chunk writes. */
export function rowsOf({ scope, keys }: Derived, by: Writing): ChunkRows {
  const rows: ChunkRows = {
    newKeys: [],
    keyColumns: KEY_COLUMNS,
    editedKeys: [],
    removedKeys: [],
    newTexts: [],
    changedTexts: new Map(),
    removedTexts: [],
    newSearch: [],
    search: [],
    removedSearch: [],
    toIndex: [],
    unindexed: [],
    changes: [],
  }
  for (const key of keys.values()) {
    if (key.was === null) {
      if (!key.isRemoved) addNew(rows, scope, by, key)
    } else if (key.isRemoved) addRemoved(rows, scope, key, key.was)
    else addExisting(rows, scope, by, key, key.was)
  }
  return rows
}

/** Returns the columns of a key that change: `KEY_COLUMNS` and its id. */
function fieldsOf(key: KeyFields): EditedKey {
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

function textRow(key: Pick<KeyFields, 'id' | 'position'>, text: WorkText): TextRow {
  return {
    id: translationId(text.languageId, key.id),
    position: key.position,
    forms: JSON.stringify(text.forms),
    state: stateNumber(text.state),
    version: text.version,
    source_version: text.sourceVersion,
    outdated: text.outdated ? 1 : 0,
    failing: text.failing ? 1 : 0,
    sourceless: text.sourceless ? 1 : 0,
    with_key: text.withKey ? 1 : 0,
    operation_id: text.operationId,
    author_id: text.author?.id ?? null,
    author_label: text.author?.name ?? null,
  }
}

function addNew(rows: ChunkRows, scope: Scope, { operationId }: Writing, key: DerivedKey): void {
  rows.newKeys.push({ ...fieldsOf(key), project_id: scope.project.id, operation_id: key.operationId })
  rows.newSearch.push({ id: key.id, folded: searchName(key.name) })
  rows.toIndex.push(key.id)
  if (key.operationId !== operationId) {
    rows.changes.push({
      keyId: key.id,
      languageId: null,
      kind: 'key-restored',
      before: null,
      beforeOperationId: key.removedBy ?? null,
      afterOperationId: key.fieldsOperationId,
    })
  }
  for (const text of key.texts) {
    const row = textRow(key, text)
    rows.newTexts.push({ ...row, language_id: text.languageId, key_id: key.id })
    if (!hasText(text.forms)) continue
    rows.newSearch.push({ id: row.id, folded: searchForms(text.forms) })
    rows.toIndex.push(row.id)
  }
}

function addRemoved(rows: ChunkRows, scope: Scope, key: DerivedKey, was: KeyFields): void {
  const texts: [string, TextBefore][] = []
  rows.removedKeys.push(key.id)
  rows.removedSearch.push(key.id)
  rows.unindexed.push(key.id)
  for (const { languageId, was: text } of key.texts) {
    if (text === null) continue
    const id = translationId(languageId, key.id)
    rows.removedTexts.push(id)
    // An emptied text is recorded too, because of its version and its operation.
    if (text.version > 0) texts.push([scope.languagesById.get(languageId)?.tag ?? '', textBefore(text)])
    if (!hasText(text.forms)) continue
    rows.removedSearch.push(id)
    rows.unindexed.push(id)
  }
  const before: KeyBefore = { ...fieldsBefore(scope, was), operationId: was.operationId, texts }
  rows.changes.push({
    keyId: key.id,
    languageId: null,
    kind: 'key-removed',
    before,
    beforeOperationId: was.operationId,
    ...(key.backTo === undefined ? {} : { afterOperationId: key.backTo }),
  })
}

function addExisting(rows: ChunkRows, scope: Scope, by: Writing, key: DerivedKey, was: KeyFields): void {
  if (key.isEdited) addEdited(rows, scope, by, key, was)
  for (const text of key.texts) {
    if (text.was === null) continue
    const isMoved = key.position !== was.position
    if (text.isWritten || text.isFlagged || isMoved)
      addChanged(rows, textRow(key, text), textRow(was, text.was), text)
    if (text.isWritten) addWritten(rows, by, key, text, text.was)
  }
}

function addChanged(rows: ChunkRows, row: TextRow, was: TextRow, { isWritten }: DerivedText): void {
  const indexed = INDEXED_COLUMNS.filter((name) => row[name] !== was[name])
  const derived = row.source_version === was.source_version ? [] : (['source_version'] as const)
  const columns = isWritten ? [...WRITTEN_COLUMNS, ...indexed] : [...derived, ...indexed]
  const name = columns.join(' ')
  const same = rows.changedTexts.get(name)
  if (same === undefined) rows.changedTexts.set(name, { columns, texts: [row] })
  else same.texts.push(row)
}

function addWritten(rows: ChunkRows, by: Writing, key: DerivedKey, text: DerivedText, was: WorkText): void {
  const id = translationId(text.languageId, key.id)
  if (was.version > 0 && was.version !== by.version && was.operationId !== by.operationId) {
    rows.changes.push({
      keyId: key.id,
      languageId: text.languageId,
      kind: 'text',
      before: textBefore(was),
      beforeOperationId: was.operationId,
      replacedText: hasText(was.forms) && !sameForms(was.forms, text.forms),
      ...(text.isRestored ? { afterOperationId: text.operationId ?? 0 } : {}),
    })
  }
  // The search text of invisible characters is empty.
  const isSearched = hasText(text.forms)
  const wasSearched = hasText(was.forms)
  const folded = searchForms(text.forms)
  if (isSearched === wasSearched && folded === searchForms(was.forms)) return
  if (wasSearched) rows.unindexed.push(id)
  if (!isSearched) rows.removedSearch.push(id)
  else {
    rows.search.push({ id, folded })
    rows.toIndex.push(id)
  }
}

function addEdited(rows: ChunkRows, scope: Scope, by: Writing, key: DerivedKey, was: KeyFields): void {
  rows.editedKeys.push(fieldsOf(key))
  if (was.operationId !== by.operationId && !by.editedKeys.has(key.id)) {
    rows.changes.push({
      keyId: key.id,
      languageId: null,
      kind: 'key-edited',
      before: fieldsBefore(scope, was),
      beforeOperationId: null,
      ...(key.fieldsOperationId === by.operationId ? {} : { afterOperationId: key.fieldsOperationId }),
    })
  }
  if (key.name === was.name) return
  rows.search.push({ id: key.id, folded: searchName(key.name) })
  rows.unindexed.push(key.id)
  rows.toIndex.push(key.id)
}

/** Returns what history records of a replaced text. */
function textBefore(was: WorkText): TextBefore {
  const { forms, state, version, sourceVersion, outdated, withKey, operationId, author } = was
  const text = { forms, state, version, sourceVersion, outdated, withKey, operationId }
  return author === undefined ? text : { ...text, author }
}

/** Returns what history records of a key's replaced fields. */
function fieldsBefore(scope: Scope, was: KeyFields): FieldsBefore {
  const { name, plural, path, description, tags, aliases, maxLength, syntax } = was
  const { position, version, fieldsOperationId } = was
  return {
    namespace: namespaceName(scope, was.namespaceId),
    name,
    plural,
    path,
    description,
    tags,
    aliases,
    maxLength,
    ...(syntax === null ? {} : { syntax }),
    position,
    version,
    fieldsOperationId,
  }
}
