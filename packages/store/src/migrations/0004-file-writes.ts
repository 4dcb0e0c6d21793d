import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * What is about to be put in the place of a file, so that after a crash it is known whether the catalog's
 * texts had reached the file. `temporary` is the name of the file that the rename moves: while it is there,
 * the rename has not been done. In addition to the bytes of the last sync, the bytes they replaced are stored for
 * programs that have read the file before and write it a moment later.
 */
export const fileWrites: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
  },
}

const STATEMENTS = [
  `create table file_write (source_id INT not null references source (id) on delete cascade, path text not null,
    temporary text not null, parts text not null, deflated INT not null, bytes BYTES not null, primary key (source_id, path))`,
  'alter table file_base add column replaced_ms INT',
  'alter table file_base add column replaced_deflated INT',
  'alter table file_base add column replaced_bytes BYTES',
]
