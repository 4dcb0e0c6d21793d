import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Which channels the files of a token can be of; see areas/api-tokens. */
export const deliveryTokens: Migration = {
  async up(db) {
    await sql`alter table api_token add column channels text`.execute(db)
  },
}
