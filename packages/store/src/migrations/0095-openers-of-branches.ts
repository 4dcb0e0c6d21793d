import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Only the name of a person who opened a translation branch was stored. Opening one also adds its languages, an operation
 * with the same name and time; a branch without one keeps only the name.
 */
export const openersOfBranches: Migration = {
  async up(db) {
    await sql`alter table project_branch add column opened_by_id text`.execute(db)
    await sql`
      update project_branch set opened_by_id = (
        select max(o.actor_id) from operation o where o.project_id = project_branch.project_id
          and o.at = project_branch.opened_at and o.actor_label = project_branch.opened_by)`.execute(db)
  },
}
