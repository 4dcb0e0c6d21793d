import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** When files and keys were served last; see areas/served.ts. */
export const served: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  `create table served_file (project_id INT not null references project (id) on delete cascade, channel text not null,
    namespace text not null, language text not null, since text not null, last_on text not null,
    primary key (project_id, channel, namespace, language))`,
  `create table used_namespace (project_id INT not null references project (id) on delete cascade, namespace text not null,
    since text not null, last_on text not null, primary key (project_id, namespace))`,
  `create table used_key (key_id INT not null, lookup INT not null, project_id INT not null references project (id) on delete cascade,
    name text not null, last_on text not null, primary key (key_id, lookup))`,
  'create index used_key_project on used_key (project_id, last_on)',
]
