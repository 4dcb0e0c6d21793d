import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Work that outlives the request which asked for it. */
export const jobs: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      await sql.raw(statement.replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')).execute(db)
    }
    await sql`insert into counter (name, value) values ('job', 0) on conflict (name) do nothing`.execute(db)
  },
}

const STATEMENTS = [
  `create table job (id INT primary key, project_id INT not null references project (id) on delete cascade, kind text not null,
    payload text not null, state text not null, run_at text not null, attempts INT not null, max_attempts INT not null,
    locked_by text, locked_until text, done INT not null, total INT, unit text not null, detail text, cursor text,
    cancel_requested text, result text, problem text, operation_id INT, started_by text not null, created_at text not null,
    started_at text, ended_at text, dedupe_key text)`,
  'create index job_project on job (project_id, id)',
  `create index job_open on job (run_at, id) where state in ('waiting', 'running')`,
  `create unique index job_dedupe on job (dedupe_key) where state in ('waiting', 'running')`,
  'create index job_operation on job (operation_id) where operation_id is not null',
]
