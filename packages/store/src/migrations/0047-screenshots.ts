import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Pictures of an app, and where they show strings; see areas/screenshots. */
export const screenshots: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
    for (const statement of STATEMENTS)
      await sql.raw(statement.replaceAll('INT', int).replaceAll('BYTES', bytes)).execute(db)
    await sql`insert into counter (name, value) values ('screenshot', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table screenshot_image (project_id INT not null references project (id) on delete cascade, hash text not null,
    type text not null, width INT not null, height INT not null, added_at text not null, size_bytes INT not null,
    bytes BYTES not null, primary key (project_id, hash))`,
  `create table screenshot (id INT primary key, project_id INT not null references project (id) on delete cascade, name text not null,
    language text not null, image text not null, mark text not null, taken_at text not null, by_id text, by_label text not null,
    unique (project_id, name, language))`,
  // A key that was deleted can come back by Undo, and is then where it was: so no reference to it.
  `create table screenshot_string (screenshot_id INT not null references screenshot (id) on delete cascade, place INT not null,
    key_id INT not null, part text not null, x INT not null, y INT not null, width INT not null, height INT not null,
    source INT not null, primary key (screenshot_id, place))`,
  'create index screenshot_string_key on screenshot_string (key_id, screenshot_id)',
]
