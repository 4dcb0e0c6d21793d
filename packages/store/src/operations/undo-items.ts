import { hasText, sameForms } from '@dragoman/core'
import { sql } from 'kysely'
import type { FieldsBefore, TextBefore } from '../door/change.ts'
import { parseJson, stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { CHUNK, inChunks } from './in-chunks.ts'
import { isInPlace, type UndoItem, type Undone } from './undo-item.ts'
import { listAddedLanguages, listRemovedLanguages } from './undo-languages.ts'

const UNWRITTEN: TextBefore = {
  forms: {},
  state: 'untranslated',
  version: 0,
  sourceVersion: 0,
  outdated: false,
  withKey: false,
  operationId: null,
}

/**
 * Yields all steps of undoing an operation, in the order in which they can be carried out; reads in chunks.
 */
export async function* undoItems(
  r: Reader,
  projectId: number,
  operationId: number,
): AsyncGenerator<UndoItem> {
  const operation = await r.db
    .selectFrom('operation')
    .select(['undoes', 'first_change', 'last_change'])
    .where('id', '=', operationId)
    .executeTakeFirst()
  const undone: Undone = {
    projectId,
    operationId,
    isUndo: typeof operation?.undoes === 'number',
    firstChange: operation?.first_change ?? 0,
    lastChange: operation?.last_change ?? 0,
  }
  const removed = await listRemovedLanguages(r, undone)
  yield* removed
  yield* replacedTexts(
    r,
    undone,
    new Map(removed.map(({ before, newer }) => [before.id, { tag: before.tag, returns: !newer }])),
  )
  // Before the texts, since most of them are removed with these keys: an undo in many steps starts here each
  // time.
  yield* listAddedKeys(r, undone)
  yield* firstTexts(r, operationId)
  yield* listRestoredKeys(r, undone)
  yield* listEditedKeys(r, undone)
  yield* listRemovedKeys(
    r,
    undone,
    removed.filter(({ newer }) => !newer).map(({ before }) => before.tag),
  )
  yield* listAddedLanguages(r, undone)
}

/**
 * Yields first texts of the operation that others replaced: there is nothing to undo, but they are reported.
 */
export async function* supersededTexts(
  r: Reader,
  projectId: number,
  operationId: number,
): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; language_id: number; tag: string; before: string }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.language_id, l.tag, c.before
        from change c join language l on l.id = c.language_id and l.project_id = ${projectId}
        join translation t on t.id = ${translationIdSql(sql.ref('c.language_id'), sql.ref('c.key_id'))} and t.state <> 0 and t.operation_id > ${operationId}
        where c.before_operation_id = ${operationId} and c.kind = 'text' and c.id > ${after}
          and not exists (select 1 from change e where e.key_id = c.key_id and e.language_id = c.language_id and e.id < c.id
            and e.before_operation_id = ${operationId} and e.kind = 'text')
          and not exists (select 1 from change o where o.operation_id = ${operationId} and o.key_id = c.key_id and o.language_id = c.language_id)
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => {
      if (parseJson<TextBefore>(row.before).withKey) return null
      return {
        kind: 'text',
        keyId: row.key_id,
        languageId: row.language_id,
        language: row.tag,
        before: UNWRITTEN,
        newer: true,
      }
    },
  )
}

async function* replacedTexts(
  r: Reader,
  undone: Undone,
  languages: ReadonlyMap<number, { readonly tag: string; readonly returns: boolean }>,
): AsyncGenerator<UndoItem> {
  const { projectId, operationId, firstChange, lastChange } = undone
  type Row = {
    id: number
    key_id: number
    language_id: number
    tag: string | null
    before: string
    key_there: number | null
    after: number | null
    now: number | null
    forms: string | null
    state: number | null
  }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.language_id, l.tag, c.before, c.after_operation_id as after, k.id as key_there, t.operation_id as now, t.forms, t.state
        from change c left join language l on l.id = c.language_id
        left join "key" k on k.id = c.key_id
        left join translation t on t.id = ${translationIdSql(sql.ref('c.language_id'), sql.ref('c.key_id'))}
        where c.operation_id = ${operationId} and c.project_id = ${projectId} and c.kind = 'text'
          and c.id > ${after} and c.id <= ${lastChange}
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => {
      const before = parseJson<TextBefore>(row.before)
      const removed = languages.get(row.language_id)
      const language = row.tag ?? (removed?.returns ? removed.tag : undefined)
      // The language was removed, and not by this operation: the text cannot be restored.
      if (language === undefined) return null
      const item = { kind: 'text' as const, keyId: row.key_id, languageId: row.language_id, language, before }
      if (row.key_there === null) return { ...item, newer: true }
      const isBack =
        row.state === stateNumber(before.state) && sameForms(parseJson(row.forms ?? '{}'), before.forms)
      // Nothing to do: an undo in many steps would otherwise find it in each of them, and steps could consist
      // of nothing else.
      if (isBack && row.now === before.operationId) return null
      // A text of a removed language can be restored if no one has written it since, even if the language is
      // already back.
      const inPlace = removed ? removed.returns || row.now === null : isInPlace(undone, row)
      if (inPlace) return { ...item, newer: false }
      // Someone else has restored it already.
      return isBack ? null : { ...item, newer: true }
    },
    firstChange - 1,
  )
}

async function* firstTexts(r: Reader, operationId: number): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; language_id: number; tag: string }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select t.id, t.key_id, t.language_id, l.tag from translation t join language l on l.id = t.language_id
        where t.operation_id = ${operationId} and t.with_key = 0 and t.id > ${after}
          and not exists (select 1 from change o where o.operation_id = ${operationId} and o.key_id = t.key_id and o.language_id = t.language_id)
          and not exists (select 1 from "key" k where k.id = t.key_id and k.operation_id = ${operationId})
        order by t.id limit ${CHUNK}`.execute(r.db),
    (row) => ({
      kind: 'text',
      keyId: row.key_id,
      languageId: row.language_id,
      language: row.tag,
      before: UNWRITTEN,
      newer: false,
    }),
  )
}

type KeyRow = {
  id: number
  key_id: number
  now: number
  after: number | null
  back: number | null
  rewritten: number | boolean
}

/**
 * Returns SQL for whether someone has written a text of the key since. Texts that were added with their key
 * are never later than the key.
 */
function isRewritten({ projectId, operationId }: Undone) {
  return sql`exists (select 1 from language l join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.ref('k.id'))}
    where l.project_id = ${projectId} and t.with_key = 0 and t.operation_id > ${operationId} and t.state <> 0)`
}

function keyAdded(undone: Undone, row: KeyRow): UndoItem {
  return {
    kind: 'key-added',
    keyId: row.key_id,
    backTo: row.back ?? 0,
    newer: Boolean(row.rewritten) || !isInPlace(undone, row),
  }
}

async function* listAddedKeys(r: Reader, undone: Undone): AsyncGenerator<UndoItem> {
  yield* inChunks<KeyRow, UndoItem>(
    async (after) =>
      sql<KeyRow>`
        select k.id, k.id as key_id, k.fields_operation_id as now, k.operation_id as after, 0 as back, ${isRewritten(undone)} as rewritten
        from "key" k where k.operation_id = ${undone.operationId} and k.id > ${after} order by k.id limit ${CHUNK}`.execute(
        r.db,
      ),
    (row) => keyAdded(undone, row),
  )
}

/**
 * Yields keys that the operation, itself an undo, had restored: they belong to the operation that first added
 * them.
 */
async function* listRestoredKeys(r: Reader, undone: Undone): AsyncGenerator<UndoItem> {
  yield* inChunks<KeyRow, UndoItem>(
    async (after) =>
      sql<KeyRow>`
        select c.id, k.id as key_id, k.fields_operation_id as now, c.after_operation_id as after, c.before_operation_id as back,
          ${isRewritten(undone)} as rewritten
        from change c join "key" k on k.id = c.key_id
        where c.operation_id = ${undone.operationId} and c.kind = 'key-restored'
          and c.id > ${after} and c.id <= ${undone.lastChange} order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => keyAdded(undone, row),
    undone.firstChange - 1,
  )
}

async function* listEditedKeys(r: Reader, undone: Undone): AsyncGenerator<UndoItem> {
  const { operationId, firstChange, lastChange } = undone
  type Row = {
    id: number
    key_id: number
    before: string
    after: number | null
    now: number | null
    path: string | null
  }
  // In reverse order, as keys might have taken each other's names one after the other.
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select -c.id as id, c.key_id, c.before, c.after_operation_id as after, k.fields_operation_id as now, k.path
        from change c left join "key" k on k.id = c.key_id
        where c.operation_id = ${operationId} and c.kind = 'key-edited'
          and c.id < ${-after} and c.id >= ${firstChange} order by c.id desc limit ${CHUNK}`.execute(r.db),
    (row) => {
      const before = parseJson<FieldsBefore>(row.before)
      const isBack = row.now === before.fieldsOperationId
      // An edit of the path alone left the fields to the operation that wrote them.
      if (isBack && row.path === JSON.stringify(before.path)) return null
      if (row.now !== null && (row.now === operationId || isInPlace(undone, row)))
        return { kind: 'key-edited', keyId: row.key_id, before, newer: false }
      // Already restored, by undoing this operation or one that had undone more.
      return isBack ? null : { kind: 'key-edited', keyId: row.key_id, before, newer: true }
    },
    -lastChange - 1,
  )
}

type RemovedKey = Extract<UndoItem, { kind: 'key-removed' }>

/** Yields keys to restore, each with its texts of languages that were removed since: those are lost. */
async function* listRemovedKeys(
  r: Reader,
  undone: Undone,
  returning: readonly string[],
): AsyncGenerator<UndoItem> {
  const there = await r.db
    .selectFrom('language')
    .select('tag')
    .where('project_id', '=', undone.projectId)
    .execute()
  const languages = new Set([...there.map(({ tag }) => tag), ...returning])
  for await (const item of removedKeys(r, undone)) {
    yield item
    if (!item.newer) yield* lostTexts(item, languages)
  }
}

function lostTexts({ keyId, before }: RemovedKey, languages: ReadonlySet<string>): UndoItem[] {
  return before.texts.flatMap(([language, text]): UndoItem[] =>
    languages.has(language) || !hasText(text.forms)
      ? []
      : [{ kind: 'text', keyId, languageId: 0, language, before: text, newer: true }],
  )
}

async function* removedKeys(r: Reader, undone: Undone): AsyncGenerator<RemovedKey> {
  const { operationId, firstChange, lastChange } = undone
  type Row = { id: number; key_id: number; before: string; after: number | null; now: number | null }
  yield* inChunks<Row, RemovedKey>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.before, c.after_operation_id as after, (
            select coalesce(e.after_operation_id, e.operation_id) from change e
            where e.key_id = c.key_id and e.language_id is null and e.kind = 'key-removed' order by e.id desc limit 1
          ) as now
        from change c
        where c.operation_id = ${operationId} and c.kind = 'key-removed' and c.id > ${after} and c.id <= ${lastChange}
          and not exists (select 1 from "key" k where k.id = c.key_id)
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => ({
      kind: 'key-removed',
      keyId: row.key_id,
      before: parseJson(row.before),
      removedBy: row.after ?? operationId,
      newer: (row.now ?? 0) !== (row.after ?? operationId),
    }),
    firstChange - 1,
  )
}
