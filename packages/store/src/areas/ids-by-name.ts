import { fold } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../store.ts'

/** Rows that are searched by their name. */
export type Named = {
  readonly table: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
}

/**
 * Returns the ids of rows whose name contains a text, whatever its case and accents. Databases fold letters differently,
 * and accents not at all, so names are compared here; tables with very many rows have a folded column instead.
 */
export async function idsByName(r: Reader, { table, id, name }: Named, text: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select ${id} as id, ${name} as name from ${table}`.execute(r.db)
  const wanted = fold(text)
  return rows.flatMap((row) => (fold(row.name).includes(wanted) ? [row.id] : []))
}

/** People by name. */
export const PEOPLE: Named = { table: sql`"user"`, id: sql`"user".id`, name: sql`"user".name` }
