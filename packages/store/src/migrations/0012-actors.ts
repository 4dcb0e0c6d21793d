import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Migration } from './all.ts'

/**
 * Who did something was a name. Now there is also an id: of the person with that name, or of the source whose
 * folder had it. Unknown ones keep only the name. People become members of projects.
 */
export const actors: Migration = {
  async up(db, dialect) {
    await sql`alter table operation rename column author to actor_label`.execute(db)
    await sql`alter table operation add column actor_id text`.execute(db)
    await sql`alter table job rename column started_by to started_by_label`.execute(db)
    await sql`alter table job add column started_by_id text not null default 'system:0'`.execute(db)
    const int = sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint')
    await sql`create table membership (user_id ${int} not null references "user" (id) on delete cascade,
      project_id ${int} not null references project (id) on delete cascade, role text not null, languages text, namespaces text,
      primary key (user_id, project_id))`.execute(db)
    await sql`create index membership_project on membership (project_id)`.execute(db)
    await sql`create unique index user_name on "user" (name)`.execute(db)
    await nameSources(db, dialect)
    await sql`update operation set actor_id = 'sync:0' where actor_id is null and kind = 'sync'`.execute(db)
    await namePeople(db)
    await sql`update operation set actor_id = 'import:0' where actor_id is null and kind = 'import'`.execute(
      db,
    )
  },
}

/** What came from a folder was recorded under its name, with the folder as its origin. */
async function nameSources(db: Kysely<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const origin = sql.raw(
    dialect === 'sqlite' ? `json_extract(summary, '$.origin')` : `(summary::json ->> 'origin')`,
  )
  const sources = await sql<{ id: number; project_id: number; folder: string }>`
    select id, project_id, folder from source order by id`.execute(db)
  for (const { id, project_id, folder } of sources.rows) {
    await sql`update operation set actor_id = ${`sync:${id}`}
      where project_id = ${project_id} and actor_id is null and kind in ('sync', 'import', 'languages')
        and actor_label = ${basename(folder)} and ${origin} = ${folder}`.execute(db)
  }
}

/** People by their names. There was one person only, so that no one shares a name. */
async function namePeople(db: Kysely<Tables>): Promise<void> {
  const users = await db.selectFrom('user').select(['id', 'name']).execute()
  for (const { id, name } of users) {
    const person = `user:${id}`
    await sql`update operation set actor_id = ${person} where actor_id is null and actor_label = ${name}`.execute(
      db,
    )
    await sql`update job set started_by_id = ${person} where started_by_label = ${name}`.execute(db)
  }
}
