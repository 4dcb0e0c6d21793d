import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Rows removed per transaction, so that others do not have to wait. */
export const REMOVED_AT_ONCE = 1000

/** Removes some rows of a table with the key `id`. Returns true if there can be more. */
export async function removeSome(
  { db }: Writer,
  {
    table,
    id = 'id',
    where,
  }: { readonly table: keyof Tables; readonly id?: string; readonly where: RawBuilder<unknown> },
): Promise<boolean> {
  const [rows, key] = [sql.table(table), sql.ref(id)]
  const done = await sql`
    delete from ${rows} where ${key} in (select ${key} from ${rows} where ${where} limit ${REMOVED_AT_ONCE})`.execute(
    db,
  )
  return Number(done.numAffectedRows ?? 0) === REMOVED_AT_ONCE
}
