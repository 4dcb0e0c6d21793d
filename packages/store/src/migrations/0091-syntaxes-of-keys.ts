import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * The syntax that a file names for a single key, as the flags of PO files do. The files of a format that names some
 * are read once more at the next start, so that known keys get theirs.
 */
export const syntaxesOfKeys: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  'alter table "key" add column syntax text',
  'create index key_syntax on "key" (project_id) where syntax is not null',
  `update file set any_keys = 0 where source_id in (select id from source where format = 'gettext-po')`,
]
