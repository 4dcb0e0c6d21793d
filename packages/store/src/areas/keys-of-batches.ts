import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect/dialect.ts'
import type { Reader } from '../store.ts'
import type { BatchKind } from './string-batches.ts'

/** The operations of a batch, and what it takes of them. */
export type OfOperations = {
  readonly projectId: number
  readonly kind: BatchKind
  readonly operations: readonly number[]
}

/** Returns those of the operations that wrote source texts of keys that existed and had none. */
export async function addsSourceTexts(
  { db, dialect }: Reader,
  projectId: number,
  operations: readonly number[],
): Promise<ReadonlySet<number>> {
  if (operations.length === 0) return new Set()
  const { rows } = await sql<{ operation_id: number }>`
    select distinct operation_id from (${firstSourceTexts({ projectId, operations }, dialect)}) as f`.execute(
    db,
  )
  return new Set(rows.map((row) => row.operation_id))
}

/**
 * Selects the keys of a batch with the operation that each is from: those its operations added, or whose source they
 * wrote. A key can be from several.
 */
export function keysOfOperations(of: OfOperations, dialect: Dialect): RawBuilder<unknown> {
  return of.kind === 'new-strings'
    ? sql`select id, operation_id from "key" where ${dialect.inIds(sql.ref('operation_id'), of.operations)}
        union all select id, operation_id from (${firstSourceTexts(of, dialect)}) as f`
    : sql`select key_id as id, operation_id from (${sourceTexts(of, dialect)}) as w`
}

type Written = Pick<OfOperations, 'operations' | 'projectId'>

/** Selects the source texts that are from one of the operations. */
function sourceTexts({ operations, projectId }: Written, dialect: Dialect): RawBuilder<unknown> {
  return sql`select t.key_id, t.language_id, t.operation_id from translation t join language l on l.id = t.language_id
    join project p on p.id = l.project_id and p.source_language = l.tag
    where p.id = ${projectId} and t.with_key = 0 and ${dialect.inIds(sql.ref('t.operation_id'), operations)}`
}

/** Selects keys without a source text to which one of the operations gave one, whatever became of it since. */
function firstSourceTexts(of: Written, dialect: Dialect): RawBuilder<unknown> {
  const hadText = sql`c.kind = 'text' and not ${dialect.contains(sql`c.before`, WAS_EMPTY)}`
  return sql`select w.key_id as id, w.operation_id from (
      ${sourceTexts(of, dialect)} and t.state > 0
      union all
      select c.key_id, c.language_id, c.before_operation_id from change c join language l on l.id = c.language_id
        join project p on p.id = l.project_id and p.source_language = l.tag
        where p.id = ${of.projectId} and ${dialect.inIds(sql.ref('c.before_operation_id'), of.operations)} and ${hadText}
    ) as w where not exists (select 1 from change c where c.key_id = w.key_id and c.language_id = w.language_id
      and c.operation_id = w.operation_id and ${hadText})`
}

/** In the history, of a text that was empty. In a text the quotation marks are escaped. */
const WAS_EMPTY = '"state":"untranslated"'
