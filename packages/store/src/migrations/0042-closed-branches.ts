import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Why translation branches closed, which pull request they are of, and which are not opened automatically again. */
export const closedBranches: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'alter table project_branch add column closed_because text',
  'alter table project_branch add column pull_request INT',
  // Before, nothing but the end of the branch or of its pull request closed one.
  "update project_branch set closed_because = 'deleted' where state = 'closed'",
  `create table dismissed_branch (source_id INT not null references source (id) on delete cascade,
    branch text not null, pull_request INT, primary key (source_id, branch))`,
]
