import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Keys that apps asked for and did not find; see areas/missing-keys. */
export const missingKeys: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await sql
      .raw(
        `create table missing_key (project_id INT not null references project (id) on delete cascade, namespace text not null,
          lookup INT not null, name text not null, text text not null, languages text not null, count INT not null,
          first_at text not null, last_at text not null, primary key (project_id, namespace, lookup))`.replaceAll(
          'INT',
          int,
        ),
      )
      .execute(db)
  },
}
