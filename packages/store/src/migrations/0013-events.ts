import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** What happened, numbered in the order of the commits. There is always a newest row. */
export const events: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into event (number, mark, kind, version, project_id, actor_id, at, payload)
      values (1, ${randomUUID().slice(0, 8)}, 'events.started', 1, null, null, ${new Date().toISOString()}, '{}')`.execute(
      db,
    )
    // SQLite counts by the rows themselves.
    if (dialect === 'postgres') await sql`insert into counter (name, value) values ('event', 1)`.execute(db)
  },
}

const STATEMENTS = [
  `create table event (number INT primary key, mark text not null, kind text not null, version INT not null,
    project_id INT, actor_id text, at text not null, payload text not null)`,
  'create index event_project on event (project_id, number)',
]
