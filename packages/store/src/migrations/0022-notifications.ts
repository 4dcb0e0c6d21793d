import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * What needs whom, made from the events; see areas/notifications. `follower` says up to which event that was
 * done.
 */
export const notifications: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    for (const name of ['notification', 'string_batch'])
      await sql`insert into counter (name, value) values (${name}, 0) on conflict (name) do nothing`.execute(
        db,
      )
  },
}

const STATEMENTS = [
  'create table follower (name text primary key, number INT not null, mark text not null)',
  `create table notification (id INT primary key, user_id INT not null, project_id INT not null references project (id) on delete cascade,
    kind text not null, subject text not null, key_id INT, language text, subject_id INT, payload text not null, actor_id text,
    created_at text not null, done_at text, done_by text, later_until text, mailed_at text)`,
  'create unique index notification_subject on notification (project_id, subject, user_id)',
  'create index notification_open on notification (user_id, created_at) where done_at is null',
  'create index notification_done on notification (user_id, done_at) where done_at is not null',
  'create index notification_key on notification (project_id, key_id) where done_at is null and key_id is not null',
  'create index notification_unmailed on notification (user_id) where mailed_at is null and done_at is null',
  `create table notification_setting (user_id INT not null, project_id INT not null, mail text, muted text not null,
    primary key (user_id, project_id))`,
  `create table notification_person (user_id INT primary key, time_zone text not null, language text, look_at text)`,
  'create index notification_person_look on notification_person (look_at) where look_at is not null',
  `create table string_batch (id INT primary key, project_id INT not null references project (id) on delete cascade, kind text not null,
    language text not null, operations text not null, actor_id text, namespaces text not null, total INT not null, open INT not null,
    created_at text not null, touched_at text not null)`,
  'create index string_batch_open on string_batch (project_id, language) where open > 0',
  `create table worked_language (user_id INT not null, project_id INT not null references project (id) on delete cascade,
    language text not null, at text not null, primary key (project_id, language, user_id))`,
]
