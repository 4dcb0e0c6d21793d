import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Which session at the provider a session here came from, and of whom, so that the provider can end it; and
 * indexes for the lists of people and sessions of the whole installation.
 */
export const sessionsAtProviders: Migration = {
  async up(db) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}

const STATEMENTS = [
  'alter table session_identity add column subject text',
  'alter table session_identity add column provider_session text',
  'create index session_identity_provider on session_identity (issuer, provider_session)',
  'create index session_identity_subject on session_identity (issuer, subject)',
  'create index session_seen on session (seen_at, id_hash)',
]
