import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Accounts at an identity provider: who is who, sign-ins that are on their way, and which session came from
 * which of them.
 */
export const identities: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
  },
}

const STATEMENTS = [
  `create table identity (issuer text not null, subject text not null, user_id INT not null references "user" (id) on delete cascade,
    created_at text not null, primary key (issuer, subject))`,
  'create index identity_user on identity (user_id)',
  `create table sign_in_state (id_hash text primary key, issuer text not null, state text not null, nonce text not null,
    verifier text not null, redirect_uri text not null, user_id INT references "user" (id) on delete cascade, expires_at text not null)`,
  'create index sign_in_state_expires on sign_in_state (expires_at)',
  `create table session_identity (session_hash text primary key references session (id_hash) on delete cascade,
    issuer text not null, id_token text not null)`,
]
