import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Channels that apps load texts from, and releases that they are moved to; see areas/channels and areas/releases. */
export const releases: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
    for (const statement of STATEMENTS)
      await sql.raw(statement.replaceAll('INT', int).replaceAll('BYTES', bytes)).execute(db)
    for (const name of ['channel', 'channel_move', 'release'])
      await sql`insert into counter (name, value) values (${name}, 0) on conflict (name) do nothing`.execute(
        db,
      )
  },
}

const STATEMENTS = [
  `create table "release" (id INT primary key, project_id INT not null references project (id) on delete cascade, number INT not null,
    title text not null, notes text not null, revision INT not null, source_language text not null, syntax text not null,
    languages text not null, changes INT not null, created_at text not null, created_by_id text, created_by_label text not null,
    unique (project_id, number))`,
  `create table release_file (release_id INT not null references "release" (id) on delete cascade, language text not null,
    namespace text not null, mark text not null, hash text not null, texts INT not null, primary key (release_id, language, namespace))`,
  `create table release_texts (project_id INT not null references project (id) on delete cascade, hash text not null,
    bytes BYTES not null, primary key (project_id, hash))`,
  `create table channel (id INT primary key, project_id INT not null references project (id) on delete cascade, name text not null,
    kind text not null, settings text not null, release_id INT references "release" (id), next_release_id INT references "release" (id),
    percent INT not null, version INT not null, changed_at text not null, unique (project_id, name))`,
  `create table channel_move (id INT primary key, channel_id INT not null references channel (id) on delete cascade, release_id INT,
    next_release_id INT, percent INT not null, is_roll_back INT not null, note text not null, at text not null,
    by_id text, by_label text not null)`,
  'create index channel_move_channel on channel_move (channel_id, id)',
]
