import { sameForms } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parsed, stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { FieldsBefore, KeyBefore, LanguageBefore, TextBefore } from './door-change.ts'

/** One thing that undoing an operation does. `newer`: what the operation made was changed again since. */
export type UndoItem = { readonly newer: boolean } & (
  | { readonly kind: 'text'; readonly keyId: number; readonly languageId: number; readonly language: string; readonly before: TextBefore }
  | { readonly kind: 'key-added'; readonly keyId: number }
  | { readonly kind: 'key-edited'; readonly keyId: number; readonly before: FieldsBefore }
  | { readonly kind: 'key-removed'; readonly keyId: number; readonly before: KeyBefore }
  | { readonly kind: 'language-added'; readonly before: LanguageBefore }
  | { readonly kind: 'language-removed'; readonly before: LanguageBefore }
)

const CHUNK = 500
const UNWRITTEN: TextBefore = {
  forms: {},
  state: 'untranslated',
  version: 0,
  sourceVersion: 0,
  outdated: false,
  withKey: false,
  operationId: null,
}

/** Everything that undoing an operation comes to, in the order in which it can be carried out; read in chunks. */
export async function* undoItems(r: Reader, projectId: number, operationId: number): AsyncGenerator<UndoItem> {
  const back = new Map<number, string>()
  for (const item of await languagesRemoved(r, projectId, operationId)) {
    if (!item.newer) back.set(item.before.id, item.before.tag)
    yield item
  }
  yield* replacedTexts(r, { projectId, operationId, back })
  yield* firstTexts(r, operationId)
  yield* addedKeys(r, operationId)
  yield* editedKeys(r, operationId)
  yield* removedKeys(r, operationId)
  yield* languagesAdded(r, operationId)
}

/** First texts of the operation that others replaced: nothing to undo, but to be told. */
export async function* supersededTexts(r: Reader, projectId: number, operationId: number): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; language_id: number; tag: string; before: string }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.language_id, l.tag, c.before
        from change c join language l on l.id = c.language_id and l.project_id = ${projectId}
        join translation t on t.id = c.language_id * 4294967296 + c.key_id and t.state <> 0 and t.operation_id > ${operationId}
        where c.before_operation_id = ${operationId} and c.kind = 'text' and c.id > ${after}
          and not exists (select 1 from change o where o.operation_id = ${operationId} and o.key_id = c.key_id and o.language_id = c.language_id)
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => {
      if (parsed<TextBefore>(row.before).withKey) return null
      return { kind: 'text', keyId: row.key_id, languageId: row.language_id, language: row.tag, before: UNWRITTEN, newer: true }
    },
  )
}

async function* replacedTexts(
  r: Reader,
  {
    projectId,
    operationId,
    back,
  }: { readonly projectId: number; readonly operationId: number; readonly back: ReadonlyMap<number, string> },
): AsyncGenerator<UndoItem> {
  type Row = {
    id: number
    key_id: number
    language_id: number
    tag: string | null
    before: string
    key_there: number | null
    now: number | null
    forms: string | null
    state: number | null
  }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.language_id, l.tag, c.before, k.id as key_there, t.operation_id as now, t.forms, t.state
        from change c left join language l on l.id = c.language_id
        left join "key" k on k.id = c.key_id
        left join translation t on t.id = c.language_id * 4294967296 + c.key_id
        where c.operation_id = ${operationId} and c.project_id = ${projectId} and c.kind = 'text' and c.id > ${after}
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => {
      const before = parsed<TextBefore>(row.before)
      const returning = back.get(row.language_id)
      const language = row.tag ?? returning
      // The language is gone, and not by this operation: there is nowhere to put the text.
      if (language === undefined) return null
      const item = { kind: 'text' as const, keyId: row.key_id, languageId: row.language_id, language, before }
      if (returning !== undefined) return { ...item, newer: row.key_there === null }
      if (row.forms !== null && row.state === stateNumber(before.state) && sameForms(parsed(row.forms), before.forms)) return null
      return { ...item, newer: row.key_there === null || (row.now ?? 0) > operationId }
    },
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
    (row) => ({ kind: 'text', keyId: row.key_id, languageId: row.language_id, language: row.tag, before: UNWRITTEN, newer: false }),
  )
}

async function* addedKeys(r: Reader, operationId: number): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; fields: number }
  const rewritten = await keysRewritten(r, operationId)
  const toItem = (row: Row): UndoItem => ({
    kind: 'key-added',
    keyId: row.key_id,
    newer: rewritten.has(row.key_id) || row.fields > operationId,
  })
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select k.id, k.id as key_id, k.fields_operation_id as fields from "key" k
        where k.operation_id = ${operationId} and k.id > ${after} order by k.id limit ${CHUNK}`.execute(r.db),
    toItem,
  )
  // Keys that the operation, an undo itself, had brought back: they belong to the operation that first added them.
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, k.id as key_id, k.fields_operation_id as fields from change c join "key" k on k.id = c.key_id
        where c.operation_id = ${operationId} and c.kind = 'key-restored' and c.id > ${after} order by c.id limit ${CHUNK}`.execute(r.db),
    toItem,
  )
}

/** Keys with texts that later operations wrote; few, as a rule, and found by an index. Texts that came with their key are never later. */
async function keysRewritten({ db }: Reader, operationId: number): Promise<ReadonlySet<number>> {
  const found = await sql<{ key_id: number }>`
    select distinct key_id from translation where with_key = 0 and operation_id > ${operationId} and state <> 0`.execute(db)
  return new Set(found.rows.map((row) => row.key_id))
}

async function* editedKeys(r: Reader, operationId: number): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; before: string; fields: number | null }
  // Backwards: keys that took each other's names get them back.
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select -c.id as id, c.key_id, c.before, k.fields_operation_id as fields
        from change c left join "key" k on k.id = c.key_id
        where c.operation_id = ${operationId} and c.kind = 'key-edited' and -c.id > ${after} order by c.id desc limit ${CHUNK}`.execute(
        r.db,
      ),
    (row) => {
      const before = parsed<FieldsBefore>(row.before)
      // Put back already, by undoing this operation or by one that had undone more.
      if (row.fields === before.fieldsOperationId) return null
      return { kind: 'key-edited', keyId: row.key_id, before, newer: row.fields === null || row.fields > operationId }
    },
    Number.MIN_SAFE_INTEGER,
  )
}

async function* removedKeys(r: Reader, operationId: number): AsyncGenerator<UndoItem> {
  type Row = { id: number; key_id: number; before: string }
  yield* inChunks<Row, UndoItem>(
    async (after) =>
      sql<Row>`
        select c.id, c.key_id, c.before from change c
        where c.operation_id = ${operationId} and c.kind = 'key-removed' and c.id > ${after}
          and not exists (select 1 from "key" k where k.id = c.key_id)
        order by c.id limit ${CHUNK}`.execute(r.db),
    (row) => ({ kind: 'key-removed', keyId: row.key_id, before: parsed(row.before), newer: false }),
  )
}

async function languagesRemoved(
  r: Reader,
  projectId: number,
  operationId: number,
): Promise<readonly Extract<UndoItem, { kind: 'language-removed' }>[]> {
  const removed = await languageChanges(r, sql`operation_id = ${operationId} and kind = 'language-removed'`)
  if (removed.length === 0) return []
  const there = await r.db.selectFrom('language').select('tag').where('project_id', '=', projectId).execute()
  return removed.map((before) => ({ kind: 'language-removed', before, newer: there.some(({ tag }) => tag === before.tag) }))
}

async function* languagesAdded(r: Reader, operationId: number): AsyncGenerator<UndoItem> {
  for (const before of await languageChanges(r, sql`operation_id = ${operationId} and kind = 'language-added'`)) {
    const there = await r.db.selectFrom('language').select('id').where('id', '=', before.id).executeTakeFirst()
    if (!there) continue
    const written = await r.db
      .selectFrom('translation')
      .select('id')
      .where('language_id', '=', before.id)
      .where('state', '>', 0)
      .where('operation_id', '>', operationId)
      .limit(1)
      .executeTakeFirst()
    yield { kind: 'language-added', before, newer: written !== undefined }
  }
}

async function languageChanges({ db }: Reader, where: RawBuilder<SqlBool>): Promise<readonly LanguageBefore[]> {
  const found = await sql<{ before: string }>`select before from change where ${where} order by id`.execute(db)
  return found.rows.map((row) => parsed(row.before))
}

/** Pages through rows by their growing ids, so that what is carried out meanwhile does not disturb. */
async function* inChunks<Row extends { readonly id: number }, Item>(
  load: (after: number) => Promise<{ readonly rows: readonly Row[] }>,
  toItem: (row: Row) => Item | null,
  start = 0,
): AsyncGenerator<Item> {
  for (let after = start; ; ) {
    const { rows } = await load(after)
    for (const row of rows) {
      const item = toItem(row)
      if (item !== null) yield item
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
  }
}
