import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Projects that are translation branches of another (areas/branches), and conflicts that came from one. */
export const translationBranches: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'alter table project add column parent_id INT',
  'create index project_parent on project (parent_id) where parent_id is not null',
  `create table project_branch (project_id INT primary key references project (id) on delete cascade,
    source_id INT not null references source (id) on delete cascade, branch text not null, merge_base text,
    state text not null, opened_by text not null, opened_at text not null, ended_at text, unique (source_id, branch))`,
  'alter table conflict add column branch text',
]
