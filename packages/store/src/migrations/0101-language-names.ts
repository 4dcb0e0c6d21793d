import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** What a file with several languages calls them, such as `de-DE` for `de`. Earlier files use the project's names. */
export const languageNames: Migration = {
  async up(db) {
    await sql.raw('alter table uploaded_file add column language_names text').execute(db)
  },
}
