import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Tokens for editing texts within an app: of which origin, and by which session; see areas/api-tokens. */
export const editingTokens: Migration = {
  async up(db) {
    await sql`alter table api_token add column origin text`.execute(db)
    await sql`alter table api_token add column session_hash text`.execute(db)
  },
}
