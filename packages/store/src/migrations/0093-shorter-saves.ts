import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * A save writes fewer pages: an operation names the range of its rows in the history, so these need no index of
 * their own; the events of a project are found among the newest; and the revision of a project is its last operation,
 * so all operations get higher numbers than the revisions that were counted.
 */
export const shorterSaves: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  'alter table operation add column first_change INT',
  'alter table operation add column last_change INT',
  `update operation set first_change = (select min(c.id) from change c where c.operation_id = operation.id),
    last_change = (select max(c.id) from change c where c.operation_id = operation.id)`,
  'drop index change_operation',
  'drop index event_project',
  `update counter set value = (select coalesce(max(revision), 0) from project)
    where name = 'operation' and value < (select coalesce(max(revision), 0) from project)`,
  'create index file_limits on file (project_id) where limits is not null',
  'create index uploaded_part_limits on uploaded_part (project_id) where limits is not null',
]
