import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * A file can hold several languages, each with a row of its own, and the text to translate next to the
 * translation. What was last synced is kept once for the file. The tables are made again because neither a
 * unique constraint nor a reference can be changed on SQLite.
 */
export const partsOfFiles: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
  },
}

const FILE = 'id, source_id, project_id, path, language, namespace'
const CONFLICT = 'id, project_id, file_id, name, plural, path, key_id, base, theirs, ours, state, created_at'

const STATEMENTS = [
  'drop index file_project',
  'drop index conflict_project',
  'drop index conflict_file',
  'alter table file rename to file_before',
  'alter table file_base rename to file_base_before',
  'alter table conflict rename to conflict_before',
  `create table file (id INT primary key, source_id INT not null references source (id) on delete cascade, project_id INT not null,
    path text not null, language text not null, namespace text not null, side text not null, state text not null, problem text,
    entries INT not null, synced_at text, unique (source_id, path, language))`,
  `insert into file (${FILE}, side, state, problem, entries, synced_at)
    select ${FILE}, 'target', state, problem, entries, synced_at from file_before`,
  `create table file_base (source_id INT not null references source (id) on delete cascade, path text not null, deflated INT not null,
    bytes BYTES not null, primary key (source_id, path))`,
  `insert into file_base (source_id, path, deflated, bytes)
    select f.source_id, f.path, b.deflated, b.bytes from file_base_before b join file_before f on f.id = b.file_id`,
  `create table conflict (id INT primary key, project_id INT not null, file_id INT not null references file (id) on delete cascade,
    name text not null, plural text not null, path text not null, key_id INT, base text not null, theirs text not null,
    ours text not null, state text not null, created_at text not null)`,
  `insert into conflict (${CONFLICT}) select ${CONFLICT} from conflict_before`,
  'drop table conflict_before',
  'drop table file_base_before',
  'drop table file_before',
  'create index file_project on file (project_id)',
  'create index conflict_project on conflict (project_id, state)',
  'create index conflict_file on conflict (file_id, state)',
]
