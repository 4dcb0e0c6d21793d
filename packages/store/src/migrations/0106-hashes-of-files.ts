import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Hashes of contents, so that files that are changed here are found without reading them. Rows of earlier programs have
 * none until they are written again: their contents are compared.
 */
export const hashesOfFiles: Migration = {
  async up(db) {
    for (const table of ['file_base', 'file_write', 'git_change'])
      await sql`alter table ${sql.table(table)} add column hash text`.execute(db)
  },
}
