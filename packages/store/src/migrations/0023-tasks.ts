import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Strings and languages that someone is asked to work on. */
export const tasks: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('task', 0) on conflict (name) do nothing`.execute(db)
  },
}

const STATEMENTS = [
  `create table task (id INT primary key, project_id INT not null references project (id) on delete cascade, title text not null,
    note text not null, goal text not null, due text, created_by text not null, created_by_label text not null, created_at text not null,
    done_at text, done_by text, version INT not null)`,
  'create index task_project on task (project_id, id)',
  'create index task_open on task (project_id) where done_at is null',
  `create table task_key (task_id INT not null references task (id) on delete cascade, key_id INT not null, primary key (task_id, key_id))`,
  'create index task_key_key on task_key (key_id)',
  `create table task_language (task_id INT not null references task (id) on delete cascade, language text not null, primary key (task_id, language))`,
  `create table task_assignee (task_id INT not null references task (id) on delete cascade, user_id INT, group_id INT)`,
  'create index task_assignee_task on task_assignee (task_id)',
  'create index task_assignee_user on task_assignee (user_id) where user_id is not null',
  'create index task_assignee_group on task_assignee (group_id) where group_id is not null',
]
