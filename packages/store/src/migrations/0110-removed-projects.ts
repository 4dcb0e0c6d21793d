import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** A removed project leaves its content to be removed in short transactions; the table has what is left. */
export const removedProjects: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await sql
      .raw(
        `create table removed_project (id ${int} primary key, languages text not null, next_change ${int}, last_change ${int})`,
      )
      .execute(db)
  },
}
