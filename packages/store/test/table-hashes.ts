import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Store } from '../src/store.ts'

/** Returns the SHA-256 of the rows of each table, whatever their order, except for those that `isLeftOut` names. */
export function tableHashes(
  store: Store,
  isLeftOut: (table: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  return store.read(async (r) => {
    const names = await sql<{ name: string }>`${
      store.dialect === 'sqlite'
        ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
        : sql`select table_name as name from information_schema.tables where table_schema = current_schema()`
    }`.execute(r.db)
    const found = new Map<string, string>()
    for (const { name } of names.rows) {
      if (isLeftOut(name)) continue
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(r.db)
      const lines = rows.map((row) => JSON.stringify(row)).sort()
      found.set(name, createHash('sha256').update(lines.join('\n')).digest('hex'))
    }
    return found
  })
}
