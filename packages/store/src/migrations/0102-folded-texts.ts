import { fold } from '@dragoman/core'
import { type Kysely, sql } from 'kysely'
import { indexAllLater } from '../dialect/sqlite-search.ts'
import { sanitizeForStorage } from '../rows.ts'
import type { Tables } from '../tables.ts'
import { auditStays } from './0033-audit-stays.ts'
import type { Migration } from './all.ts'

const ROWS = 2000

/**
 * `fold` drops invisible characters and replaces letters that it kept before (`ß`, `ł`, `ı`). What it returned earlier is
 * folded again, because that gives the same as the text itself, and takes less time. Only changed rows are written.
 */
export const foldedTexts: Migration = {
  async up(db, dialect) {
    const changed = await refold(db, dialect, 'search_text', 'folded')
    // Done after the start; until then searches read the texts one by one.
    if (dialect === 'sqlite' && changed > 0) await indexAllLater(db)
    await refold(db, dialect, 'suggestion', 'folded')
    await sql
      .raw(`drop trigger audit_entry_stays${dialect === 'sqlite' ? '' : ' on audit_entry'}`)
      .execute(db)
    await refold(db, dialect, 'audit_entry', 'actor_search')
    await refold(db, dialect, 'audit_entry', 'target_search')
    await auditStays.up(db, dialect)
  },
}

/** Folds the values of a column in steps, and returns how many have changed. */
async function refold(
  db: Kysely<Tables>,
  dialect: 'sqlite' | 'postgres',
  table: 'search_text' | 'suggestion' | 'audit_entry',
  column: string,
): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; value: string }>`
      select id, ${sql.ref(column)} as value from ${sql.table(table)}
      where id > ${after} order by id limit ${ROWS}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return count
    after = Number(last.id)
    const changed = rows.flatMap(({ id, value }) => {
      const folded = sanitizeForStorage(fold(value))
      return folded === value ? [] : [{ id: Number(id), folded }]
    })
    if (changed.length === 0) continue
    count += changed.length
    const values =
      dialect === 'sqlite'
        ? sql`(select value ->> 'id' as id, value ->> 'folded' as folded from json_each(${JSON.stringify(changed)})) as v`
        : sql`json_to_recordset(${JSON.stringify(changed)}::json) as v (id bigint, folded text)`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = v.folded from ${values}
      where ${sql.table(table)}.id = v.id`.execute(db)
  }
}
