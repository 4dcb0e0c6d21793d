import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * A batch of strings is found by the operations that wrote a key, so that a save counts only those that it can have
 * changed. One with many keys remembers how many it has, and one to be counted later is marked.
 */
export const countedBatches: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    const operations =
      dialect === 'sqlite'
        ? 'select distinct value, b.id from string_batch b, json_each(b.operations)'
        : `select distinct value::bigint, b.id from string_batch b
            cross join lateral jsonb_array_elements_text(b.operations::jsonb) as o (value)`
    for (const statement of STATEMENTS)
      await sql.raw(statement.replaceAll('INT', int).replace('OPERATIONS', operations)).execute(db)
  },
}

const STATEMENTS = [
  `create table string_batch_operation (operation_id INT not null,
    batch_id INT not null references string_batch (id) on delete cascade, primary key (operation_id, batch_id))`,
  'insert into string_batch_operation (operation_id, batch_id) OPERATIONS',
  'create index string_batch_operation_batch on string_batch_operation (batch_id)',
  'alter table string_batch drop column operations',
  'alter table string_batch add column many_keys text',
  'alter table string_batch add column to_count INT not null default 0',
  'create index string_batch_to_count on string_batch (id) where to_count > 0',
]
