import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * An imported file is not used once its import is undone; the file that it replaced is, so both are kept. Of files
 * imported before, the operation is not known: they are used until another one replaces them.
 */
export const replacedFiles: Migration = {
  async up(db, dialect) {
    const statements = dialect === 'sqlite' ? SQLITE : POSTGRES
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const PRIMARY_KEY = 'primary key (project_id, namespace, language, format, file_id)'
const COLUMNS = 'project_id, namespace, language, format, side, file_id, limits, any_keys'

/** SQLite cannot change a primary key. */
const SQLITE = [
  'alter table uploaded_file add column operation_id integer',
  'drop index uploaded_part_file',
  'drop index uploaded_part_limits',
  'alter table uploaded_part rename to uploaded_part_before',
  `create table uploaded_part (project_id integer not null references project (id) on delete cascade, namespace text not null,
    language text not null, format text not null, side text not null,
    file_id integer not null references uploaded_file (id) on delete cascade, limits text,
    any_keys integer not null default 0, ${PRIMARY_KEY})`,
  `insert into uploaded_part (${COLUMNS}) select ${COLUMNS} from uploaded_part_before`,
  'drop table uploaded_part_before',
  'create index uploaded_part_file on uploaded_part (file_id)',
  'create index uploaded_part_limits on uploaded_part (project_id) where limits is not null',
]

const POSTGRES = [
  'alter table uploaded_file add column operation_id bigint',
  'alter table uploaded_part drop constraint uploaded_part_pkey',
  `alter table uploaded_part add ${PRIMARY_KEY}`,
]
