import { type Kysely, sql } from 'kysely'
import { COUNTERS } from '../dialect/dialect.ts'
import type { Tables } from '../tables.ts'
import type { Migration } from './all.ts'

/** The first schema. `INT` is 64 bits wide on both databases. */
export const start: Migration = {
  async up(db, dialect) {
    for (const statement of TABLES) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
    await searchIndex(db, dialect)
    for (const name of COUNTERS) await sql`insert into counter (name, value) values (${name}, 0)`.execute(db)
  },
}

const TABLES = [
  `create table counter (name text primary key, value INT not null)`,
  `create table project (id INT primary key, slug text not null unique, name text not null, source_language text not null,
    settings text not null, created_at text not null, revision INT not null)`,
  `create table language (id INT primary key, project_id INT not null references project (id) on delete cascade, tag text not null,
    fallback text, position INT not null, unique (project_id, tag))`,
  `create table namespace (id INT primary key, project_id INT not null references project (id) on delete cascade, name text not null,
    position INT not null, unique (project_id, name))`,
  `create table "key" (id INT primary key, project_id INT not null, namespace_id INT not null, name text not null, lookup INT not null,
    plural text not null, path text not null, description text not null, tags text not null, max_length INT, position INT not null,
    version INT not null, operation_id INT not null, fields_operation_id INT not null)`,
  `create index key_position on "key" (project_id, position)`,
  `create index key_tagged on "key" (project_id, position) where tags <> '[]'`,
  `create index key_plural on "key" (project_id, position) where plural <> 'none'`,
  `create index key_described on "key" (project_id, position) where description <> ''`,
  `create index key_limited on "key" (project_id, position) where max_length is not null`,
  `create index key_lookup on "key" (namespace_id, lookup)`,
  `create index key_operation on "key" (operation_id)`,
  `create table translation (id INT primary key, language_id INT not null, key_id INT not null, position INT not null, forms text not null,
    state INT not null, version INT not null, source_version INT not null, outdated INT not null, failing INT not null,
    with_key INT not null, operation_id INT)`,
  `create index translation_state on translation (language_id, state, position)`,
  `create index translation_outdated on translation (language_id, position) where outdated = 1`,
  `create index translation_failing on translation (language_id, position) where failing = 1`,
  `create index translation_operation on translation (operation_id) where with_key = 0`,
  `create table search_text (id INT primary key, folded text not null)`,
  `create table search_pending (first INT primary key, last INT not null)`,
  `create table counts (language_id INT not null, namespace_id INT not null, total INT not null, untranslated INT not null,
    draft INT not null, translated INT not null, reviewed INT not null, outdated INT not null, failing INT not null,
    primary key (language_id, namespace_id))`,
  `create table operation (id INT primary key, project_id INT not null references project (id) on delete cascade, kind text not null,
    author text not null, at text not null, summary text not null, undoes INT, undone_by INT)`,
  `create index operation_project on operation (project_id, id)`,
  `create table change (id INT primary key, project_id INT not null, operation_id INT not null, key_id INT not null, language_id INT,
    kind text not null, before text not null, before_operation_id INT)`,
  `create index change_operation on change (operation_id, id)`,
  `create index change_before_operation on change (before_operation_id) where before_operation_id is not null`,
  `create index change_key on change (key_id, language_id, id)`,
  `create table source (id INT primary key, project_id INT not null references project (id) on delete cascade, kind text not null,
    folder text not null, pattern text not null, format text not null, writable INT not null, created_at text not null)`,
  `create table file (id INT primary key, source_id INT not null references source (id) on delete cascade, project_id INT not null,
    path text not null, language text not null, namespace text not null, state text not null, problem text, entries INT not null,
    synced_at text, unique (source_id, path))`,
  `create index file_project on file (project_id)`,
  `create table file_base (file_id INT primary key references file (id) on delete cascade, deflated INT not null, bytes BYTES not null)`,
  `create table conflict (id INT primary key, project_id INT not null, file_id INT not null references file (id) on delete cascade,
    name text not null, plural text not null, path text not null, key_id INT, base text not null, theirs text not null,
    ours text not null, state text not null, created_at text not null)`,
  `create index conflict_project on conflict (project_id, state)`,
  `create index conflict_file on conflict (file_id, state)`,
  `create table "user" (id INT primary key, name text not null, password_hash text, role text not null, created_at text not null)`,
  `create table session (id_hash text primary key, user_id INT not null references "user" (id) on delete cascade, created_at text not null,
    seen_at text not null, expires_at text not null)`,
]

/** Trigrams on both. Contentless on SQLite: the texts are in search_text already. */
async function searchIndex(db: Kysely<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`create virtual table search_index using fts5 (folded, content='', contentless_delete=1, detail=none,
      tokenize='trigram case_sensitive 1')`.execute(db)
    await sql`create virtual table search_terms using fts5vocab (search_index, instance)`.execute(db)
    return
  }
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create index search_text_folded on search_text using gin (folded gin_trgm_ops)`.execute(db)
}
