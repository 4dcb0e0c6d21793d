import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * The owner of the state after a change, so that an undo can tell its own state from a later one; and the number up
 * to which versions were counted one by one. Versions from then on are numbers of operations.
 */
export const ownersOfStates: Migration = {
  async up(db, dialect) {
    await sql`alter table change add column after_operation_id ${sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint')}`.execute(
      db,
    )
    await sql`insert into meta (name, value) select ${COUNTED_VERSIONS}, ${sql.raw('cast(value as text)')} from counter where name = 'operation'`.execute(
      db,
    )
  },
}

/** Name in `meta` of the highest number that a version counted one by one can have. */
export const COUNTED_VERSIONS = 'counted-versions'
