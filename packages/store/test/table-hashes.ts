import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { parseJson } from '../src/rows.ts'
import type { Reader, Store } from '../src/store.ts'

/** Tables, columns of a table, or rows of one that a hash leaves out. */
export type LeftOut = ReadonlyMap<string, 'all' | readonly string[] | ((row: Row) => boolean)>

type Row = Readonly<Record<string, unknown>>

/**
 * Returns the SHA-256 of the rows of each table, whatever their order, without what follows in the background: the index of
 * the search, translation branches, and the end of what removed projects have left.
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
    const isOfRemoved = await removedRows(r)
    for (const { name } of names.rows) {
      const left = leftOut.get(name) ?? []
      if (left === 'all' || name === 'removed_project' || name.includes('search')) continue
      const columns: readonly string[] = typeof left === 'function' ? [] : left
      const isLeftOut = typeof left === 'function' ? left : () => false
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(r.db)
      const lines = rows
        .filter((row) => !branchIds.has(name === 'project' ? row.id : row.project_id))
        .filter((row) => !isOfRemoved(name, row) && !isLeftOut(row))
        .map((row) => JSON.stringify(row, (column, value) => (columns.includes(column) ? undefined : value)))
      found.set(name, createHash('sha256').update(lines.sort().join('\n')).digest('hex'))
    }
    return found
  })
}

/** Returns whether a row of a table is one that a removed project has left; see `src/areas/removed-content.ts`. */
async function removedRows({ db }: Reader): Promise<(table: string, row: Row) => boolean> {
  const removed = await db.selectFrom('removed_project').select(['id', 'languages']).execute()
  const projects = new Set<unknown>(removed.map(({ id }) => id))
  const languages = new Set<unknown>(removed.flatMap((project) => parseJson<number[]>(project.languages)))
  return (table, row) =>
    table === 'translation'
      ? languages.has(row.language_id)
      : (table === 'key' || table === 'change') && projects.has(row.project_id)
}
