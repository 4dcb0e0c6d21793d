import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** A conflict that was decided is resolved, in the data as on screen. It was called settled. */
export const resolvedConflicts: Migration = {
  async up(db) {
    await sql`update conflict set state = 'resolved' where state = 'settled'`.execute(db)
    await sql`update operation set kind = 'resolve' where kind = 'settle'`.execute(db)
  },
}
