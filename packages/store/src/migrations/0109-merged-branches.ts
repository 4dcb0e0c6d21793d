import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * A translation branch whose newest commit was part of `main` counted as merged, although it had no changes of its own. The
 * newest commit with changes is stored now: for open branches it is the one that was read last. Branches that were
 * merged are stored with their newest commit.
 */
export const mergedBranches: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  'alter table dismissed_branch add column tip text',
  'alter table project_branch add column changes_base text',
  'alter table project_branch add column changes_tip text',
  `update project_branch set changes_base = merge_base, changes_tip = (
    select git_source.commit_id from git_source where git_source.project_id = project_branch.project_id)
    where merge_base is not null`,
  `update project_branch set changes_base = null, changes_tip = null
    where changes_tip is null or changes_tip = changes_base`,
]
