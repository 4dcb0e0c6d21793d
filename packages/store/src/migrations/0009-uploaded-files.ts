import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Files that were imported, kept as what an export of the same format begins with. The bytes come in pieces,
 * so that no one write is long; a part is one language of a file.
 */
export const uploadedFiles: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
    await sql`insert into counter (name, value) values ('uploaded_file', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table uploaded_file (id INT primary key, project_id INT not null references project (id) on delete cascade, path text not null,
    format text not null, pieces INT not null)`,
  'create index uploaded_file_project on uploaded_file (project_id)',
  `create table uploaded_piece (file_id INT not null references uploaded_file (id) on delete cascade, place INT not null,
    bytes BYTES not null, primary key (file_id, place))`,
  `create table uploaded_part (project_id INT not null references project (id) on delete cascade, namespace text not null,
    language text not null, format text not null, side text not null,
    file_id INT not null references uploaded_file (id) on delete cascade, primary key (project_id, namespace, language, format))`,
  'create index uploaded_part_file on uploaded_part (file_id)',
]
