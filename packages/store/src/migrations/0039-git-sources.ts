import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Repositories as sources. `git_change` has a row for each file whose text here is not yet in the branch, with
 * the bytes that the branch has; the bytes as they will be are the file's base. `git_sent` are versions of a
 * file that were pushed, so that what comes back is known as ours. `git_sync` is the history that people read.
 */
export const gitSources: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
  },
}

const STATEMENTS = [
  `create table git_key (id INT primary key, project_id INT not null references project (id) on delete cascade,
    public_key text not null, sealed text not null, created_at text not null)`,
  'create index git_key_project on git_key (project_id)',
  `create table git_source (source_id INT primary key references source (id) on delete cascade,
    project_id INT not null, mode text not null, settings text not null, paused INT not null, sign_in text not null,
    key_id INT references git_key (id), known_hosts text not null, forge text not null, webhook_secret text,
    commit_id text, looked_at text, problem text, pull_request text, pushed_head text, kept_base text, sent_at text)`,
  `create table git_change (source_id INT not null references source (id) on delete cascade, path text not null,
    deflated INT, bytes BYTES, first_at text not null, last_at text not null, primary key (source_id, path))`,
  `create table git_sent (source_id INT not null references source (id) on delete cascade, path text not null,
    number INT not null, deflated INT not null, bytes BYTES not null, primary key (source_id, path, number))`,
  `create table git_sync (id INT primary key, source_id INT not null references source (id) on delete cascade,
    at text not null, kind text not null, commit_id text, texts INT not null, files INT not null,
    people text not null, note text not null, problem text)`,
  'create index git_sync_source on git_sync (source_id, id)',
  "insert into counter (name, value) values ('git_key', 0) on conflict (name) do nothing",
  "insert into counter (name, value) values ('git_sync', 0) on conflict (name) do nothing",
]
