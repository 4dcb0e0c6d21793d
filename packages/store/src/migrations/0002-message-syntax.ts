import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * How the texts of a project write placeholders: an id of core's message syntaxes. Projects made before had
 * i18next files only.
 */
export const messageSyntax: Migration = {
  async up(db) {
    await sql`alter table project add column syntax text not null default 'i18next'`.execute(db)
  },
}
