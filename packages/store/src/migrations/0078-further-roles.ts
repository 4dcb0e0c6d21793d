import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Further roles of a person, a group or an invitation in a project, as a JSON list; and whom an invitation by link
 * is for, in the words of who made it.
 */
export const furtherRoles: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  `alter table membership add column grants text not null default '[]'`,
  `alter table group_membership add column grants text not null default '[]'`,
  `alter table invitation add column grants text not null default '[]'`,
  `alter table invitation add column note text not null default ''`,
]
