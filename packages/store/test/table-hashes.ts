import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../src/store.ts'

/** Tables, columns of a table, or rows of one that a hash leaves out. */
export type LeftOut = ReadonlyMap<
  string,
  'all' | readonly string[] | ((row: Readonly<Record<string, unknown>>) => boolean)
>

/**
 * Returns the SHA-256 of the rows of each table, whatever their order, without the index of the search and without
 * translation branches: these follow their project in the background.
 */
export function tableHashes(store: Store, leftOut: LeftOut): Promise<ReadonlyMap<string, string>> {
  return store.read(async (r) => {
    const names = await sql<{ name: string }>`${
      store.dialect === 'sqlite'
        ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`
    }`.execute(r.db)
    const found = new Map<string, string>()
    const branches = await sql<{ id: number }>`select id from project where parent_id is not null`.execute(
      r.db,
    )
    const branchIds = new Set<unknown>(branches.rows.map(({ id }) => id))
    for (const { name } of names.rows) {
      const left = leftOut.get(name) ?? []
      if (left === 'all' || name.includes('search')) continue
      const columns: readonly string[] = typeof left === 'function' ? [] : left
      const isLeftOut = typeof left === 'function' ? left : () => false
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(r.db)
      const lines = rows
        .filter((row) => !branchIds.has(name === 'project' ? row.id : row.project_id) && !isLeftOut(row))
        .map((row) => JSON.stringify(row, (column, value) => (columns.includes(column) ? undefined : value)))
      found.set(name, createHash('sha256').update(lines.sort().join('\n')).digest('hex'))
    }
    return found
  })
}
