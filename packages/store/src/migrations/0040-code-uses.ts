import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Where an app's code uses the keys of a project; see areas/code-uses. */
export const codeUses: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  `create table code_scan (project_id INT primary key references project (id) on delete cascade, revision text not null,
    permalink text, settings text not null, files INT not null, at text not null, by_id text, by_label text not null)`,
  `create table code_use (project_id INT not null references project (id) on delete cascade, place INT not null, lookup INT not null,
    kind INT not null, key text not null, namespaces text, has_context INT not null, is_missing INT not null,
    path text not null, line INT not null, col INT not null, primary key (project_id, place))`,
  'create index code_use_key on code_use (project_id, kind, lookup)',
  'create index code_use_missing on code_use (project_id, place) where is_missing = 1',
  `create table unused_key (key_id INT primary key, project_id INT not null references project (id) on delete cascade)`,
  'create index unused_key_project on unused_key (project_id, key_id)',
]
