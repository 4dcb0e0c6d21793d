import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import { keyIdOf, translationId } from '../tables.ts'

/** A translation that came from files, with the version it was read in. */
export type ImportedText = { readonly keyId: number; readonly version: number }

/** Kinds of operations that bring texts of files. */
const FROM_FILES = sql`('import', 'sync')`

/** Which of the translations from files; null: all. */
export type ImportedFilter = {
  readonly namespace: string | null
  /** The operation that brought them. */
  readonly operationId: number | null
}

const ALL: ImportedFilter = { namespace: null, operationId: null }

/** Whether a text waits for its first review, came from files, and fits its source. */
function isWaiting({ namespace, operationId }: ImportedFilter) {
  const ofOperation = operationId === null ? sql`` : sql`and t.operation_id = ${operationId}`
  const ofNamespace =
    namespace === null
      ? sql``
      : sql`and exists (select 1 from key k join namespace n on n.id = k.namespace_id
          where k.id = t.key_id and n.name = ${namespace})`
  return sql`t.state = ${sql.lit(stateNumber('translated'))} and t.outdated = 0
    and o.kind in ${FROM_FILES} ${ofOperation} ${ofNamespace}`
}

/** Returns how many translations from files wait for a review, by the id of the language. */
export async function countImportedTexts(
  { db }: Reader,
  languageIds: readonly number[],
  filter: ImportedFilter = ALL,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const languageId of languageIds) {
    // Counting all texts of a large project takes long, so that others get their turn in between.
    if (counts.size > 0) await setImmediate()
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from translation t join operation o on o.id = t.operation_id
      where t.language_id = ${languageId} and ${isWaiting(filter)}`.execute(db)
    counts.set(languageId, Number(rows[0]?.count ?? 0))
  }
  return counts
}

/** Returns the next translations of a language that came from files and wait for a review, in the order of keys. */
export async function importedTexts(
  { db }: Reader,
  {
    languageId,
    after,
    limit,
    ...filter
  }: ImportedFilter & {
    readonly languageId: number
    /** Id of a key: those with higher ids are returned. */
    readonly after: number
    readonly limit: number
  },
): Promise<readonly ImportedText[]> {
  const from = translationId(languageId, after)
  const to = translationId(languageId + 1, 0)
  const { rows } = await sql<{ id: number; version: number }>`
    select t.id, t.version from translation t join operation o on o.id = t.operation_id
    where t.id > ${from} and t.id < ${to} and ${isWaiting(filter)}
    order by t.id limit ${limit}`.execute(db)
  return rows.map(({ id, version }) => ({ keyId: keyIdOf(Number(id)), version: Number(version) }))
}
