import { hasText, sameForms } from '@dragoman/core'
import { sql } from 'kysely'
import type { FieldsBefore, TextBefore } from '../door/change.ts'
import { parseJson, stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationIdSql } from '../tables.ts'
import { CHUNK, inChunks, type RowItem } from './in-chunks.ts'
import { isInPlace, type UndoItem, type Undone, type UndoRow } from './undo-item.ts'
import { listAddedLanguages, listRemovedLanguages, type RemovedLanguage } from './undo-languages.ts'

const UNWRITTEN: TextBefore = {
  forms: {},
  state: 'untranslated',
  version: 0,
  sourceVersion: 0,
  outdated: false,
  withKey: false,
  operationId: null,
}

/** The parts of an undo, in the order in which they can be carried out. */
const PARTS = [
  'removed-languages',
  'replaced-texts',
  // Before the texts, since most of them are removed with these keys.
  'added-keys',
  'first-texts',
  'restored-keys',
  'edited-keys',
  'removed-keys',
  'added-languages',
] as const

type Part = (typeof PARTS)[number]

/** How far an undo was read: up to a row of one of its parts. */
export type UndoCursor = { readonly part: Part; readonly id: number }

/**
 * Yields what undoing an operation consists of, in the order in which it can be carried out, with a cursor after which
 * another call can continue; null: a row without anything to do. Reads in chunks.
 */
export async function* undoItems(
  r: Reader,
  projectId: number,
  operationId: number,
  after: UndoCursor | null = null,
): AsyncGenerator<{ readonly item: UndoItem | null; readonly cursor: UndoCursor }> {
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
  const first = after === null ? 0 : Math.max(0, PARTS.indexOf(after.part))
  for (const part of PARTS.slice(first)) {
    const rows = rowsOfPart(r, undone, { part, removed, after: part === after?.part ? after.id : null })
    for await (const { id, item } of rows) yield { item, cursor: { part, id } }
  }
}

/** Yields the rows of one part after an id; null: all of them. */
function rowsOfPart(
  r: Reader,
  undone: Undone,
  {
    part,
    removed,
    after,
  }: { readonly part: Part; readonly removed: readonly RemovedLanguage[]; readonly after: number | null },
): AsyncIterable<UndoRow> | Iterable<UndoRow> {
  const afterChange = after ?? undone.firstChange - 1
  switch (part) {
    case 'removed-languages':
      return removed.filter(({ id }) => id > (after ?? 0))
    case 'replaced-texts':
      return replacedTexts(r, undone, removed, afterChange)
    case 'added-keys':
      return listAddedKeys(r, undone, after ?? 0)
    case 'first-texts':
      return firstTexts(r, undone.operationId, after ?? 0)
    case 'restored-keys':
      return listRestoredKeys(r, undone, afterChange)
    case 'edited-keys':
      return listEditedKeys(r, undone, after ?? -undone.lastChange - 1)
    case 'removed-keys':
      return listRemovedKeys(r, undone, removed, afterChange)
    case 'added-languages':
      return listAddedLanguages(r, undone, after ?? 0)
    default:
      return part satisfies never
  }
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
  const rows = inChunks<Row, UndoItem>(
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
  for await (const { item } of rows) if (item !== null) yield item
}

async function* replacedTexts(
  r: Reader,
  undone: Undone,
  removedLanguages: readonly RemovedLanguage[],
  start: number,
): AsyncGenerator<UndoRow> {
  const { projectId, operationId, lastChange } = undone
  const languages = new Map(
    removedLanguages.map(({ item: { before, newer } }) => [before.id, { tag: before.tag, returns: !newer }]),
  )
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
      // Nothing to do: steps could otherwise consist of nothing else.
      if (isBack && row.now === before.operationId) return null
      // A text of a removed language can be restored if no one has written it since, even if the language is
      // already back.
      const inPlace = removed ? removed.returns || row.now === null : isInPlace(undone, row)
      if (inPlace) return { ...item, newer: false }
      // Someone else has restored it already.
      return isBack ? null : { ...item, newer: true }
    },
    start,
  )
}

async function* firstTexts(r: Reader, operationId: number, start: number): AsyncGenerator<UndoRow> {
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
    start,
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

async function* listAddedKeys(r: Reader, undone: Undone, start: number): AsyncGenerator<UndoRow> {
  yield* inChunks<KeyRow, UndoItem>(
    async (after) =>
      sql<KeyRow>`
        select k.id, k.id as key_id, k.fields_operation_id as now, k.operation_id as after, 0 as back, ${isRewritten(undone)} as rewritten
        from "key" k where k.operation_id = ${undone.operationId} and k.id > ${after} order by k.id limit ${CHUNK}`.execute(
        r.db,
      ),
    (row) => keyAdded(undone, row),
    start,
  )
}

/**
 * Yields keys that the operation, itself an undo, had restored: they belong to the operation that first added
 * them.
 */
async function* listRestoredKeys(r: Reader, undone: Undone, start: number): AsyncGenerator<UndoRow> {
  yield* inChunks<KeyRow, UndoItem>(
    async (after) =>
      sql<KeyRow>`
        select c.id, k.id as key_id, k.fields_operation_id as now, c.after_operation_id as after, c.before_operation_id as back,
          ${isRewritten(undone)} as rewritten
        from change c join "key" k on k.id = c.key_id
        where c.operation_id = ${undone.operationId} and c.kind = 'key-restored'
          and c.id > ${after} and c.id <= ${undone.lastChange} order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => keyAdded(undone, row),
    start,
  )
}

async function* listEditedKeys(r: Reader, undone: Undone, start: number): AsyncGenerator<UndoRow> {
  const { operationId, firstChange } = undone
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
    start,
  )
}

type RemovedKey = Extract<UndoItem, { kind: 'key-removed' }>

/** Yields keys to restore, each with its texts of languages that were removed since: those are lost. */
async function* listRemovedKeys(
  r: Reader,
  undone: Undone,
  removedLanguages: readonly RemovedLanguage[],
  start: number,
): AsyncGenerator<UndoRow> {
  const there = await r.db
    .selectFrom('language')
    .select('tag')
    .where('project_id', '=', undone.projectId)
    .execute()
  const returning = removedLanguages.flatMap(({ item }) => (item.newer ? [] : [item.before.tag]))
  const languages = new Set([...there.map(({ tag }) => tag), ...returning])
  for await (const { id, item } of removedKeys(r, undone, start)) {
    yield { id, item }
    if (item !== null && !item.newer) for (const lost of lostTexts(item, languages)) yield { id, item: lost }
  }
}

function lostTexts({ keyId, before }: RemovedKey, languages: ReadonlySet<string>): UndoItem[] {
  return before.texts.flatMap(([language, text]): UndoItem[] =>
    languages.has(language) || !hasText(text.forms)
      ? []
      : [{ kind: 'text', keyId, languageId: 0, language, before: text, newer: true }],
  )
}

async function* removedKeys(r: Reader, undone: Undone, start: number): AsyncGenerator<RowItem<RemovedKey>> {
  const { operationId, lastChange } = undone
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
    start,
  )
}
