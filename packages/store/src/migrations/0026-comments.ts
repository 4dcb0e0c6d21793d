import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * What people say about a key or a translation. A thread has the number of its first comment. The key is not
 * referenced: one that was deleted comes back with an undo, and its comments with it.
 */
export const comments: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('comment', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table comment (id INT primary key, project_id INT not null references project (id) on delete cascade,
    key_id INT not null, language text, thread_id INT not null, actor_id text, actor_label text not null, text text not null,
    kind text not null, mentions text not null, version INT not null, created_at text not null, edited_at text, removed_at text,
    answers INT not null, is_resolved INT, resolved_at text, resolved_by_id text, resolved_by_label text)`,
  'create index comment_key on comment (key_id, is_resolved, id)',
  'create index comment_thread on comment (thread_id, id)',
  'create index comment_questions on comment (project_id, kind, is_resolved, id)',
]
