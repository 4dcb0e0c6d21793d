import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Tables that the program cannot work without. */
const TABLES: readonly (keyof Tables)[] = [
  'meta',
  'counter',
  'project',
  'language',
  'namespace',
  'key',
  'translation',
  'search_text',
  'search_pending',
  'counts',
  'operation',
  'change',
  'source',
  'file',
  'file_base',
  'conflict',
  'user',
  'session',
  'event',
  'lease',
  'attempt',
]

/** Throws the database's error if a table is missing, whatever the schema number says. */
export async function requireTables(db: Kysely<Tables>): Promise<void> {
  for (const table of TABLES) await sql`select 1 from ${sql.table(table)} limit 0`.execute(db)
}
