import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * What belongs to a person's account: an address, a picture, a second factor, passkeys, settings; where they are
 * signed in; and secrets that work once, for a short time.
 */
export const accounts: Migration = {
  async up(db, dialect) {
    for (const statement of STATEMENTS) {
      const text = statement
        .replaceAll('INT', dialect === 'sqlite' ? 'integer' : 'bigint')
        .replaceAll('BYTES', dialect === 'sqlite' ? 'blob' : 'bytea')
      await sql.raw(text).execute(db)
    }
    // Who is signed in has proved who they are when they signed in.
    await sql`update session set proved_at = created_at`.execute(db)
  },
}

const STATEMENTS = [
  `alter table "user" add column email text`,
  `alter table "user" add column email_folded text`,
  `alter table "user" add column email_confirmed_at text`,
  `alter table "user" add column seen_at text`,
  `alter table "user" add column suspended_at text`,
  `alter table "user" add column settings text not null default '{}'`,
  `alter table "user" add column picture text`,
  `alter table "user" add column totp_secret text`,
  `alter table "user" add column totp_step INT`,
  `alter table "user" add column totp_confirmed_at text`,
  `create unique index user_email on "user" (email_folded) where email_folded is not null`,
  `create table user_picture (user_id INT primary key references "user" (id) on delete cascade, type text not null, bytes BYTES not null)`,
  `create table recovery_code (user_id INT not null references "user" (id) on delete cascade, hash text not null, used_at text,
    primary key (user_id, hash))`,
  `create table passkey (id text primary key, user_id INT not null references "user" (id) on delete cascade, name text not null,
    public_key text not null, counter INT not null, transports text not null, created_at text not null, last_used_at text)`,
  'create index passkey_user on passkey (user_id)',
  `create table short_secret (hash text primary key, kind text not null, user_id INT references "user" (id) on delete cascade,
    payload text not null, created_at text not null, expires_at text not null, used_at text)`,
  'create index short_secret_user on short_secret (user_id, kind)',
  'create index short_secret_expires on short_secret (expires_at)',
  'alter table session add column device text',
  'alter table session add column address text',
  'alter table session add column proved_at text',
  'create index session_person on session (user_id)',
]
