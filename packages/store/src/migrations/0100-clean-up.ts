import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Rows that the clean-up removes are found without reading the whole table. */
const INDEXES = [
  'create index notification_done_at on notification (done_at) where done_at is not null',
  'create index job_ended on job (ended_at) where ended_at is not null',
  'create index session_expires on session (expires_at)',
  'create index string_batch_closed on string_batch (touched_at) where open = 0',
]

export const cleanUp: Migration = {
  async up(db) {
    for (const index of INDEXES) await sql.raw(index).execute(db)
  },
}
