import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Emails that are still to be sent, and for a while those that were. */
export const mail: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('mail', 0) on conflict (name) do nothing`.execute(db)
  },
}

const STATEMENTS = [
  `create table mail (id INT primary key, kind text not null, to_name text not null, to_address text not null,
    subject text not null, text text not null, html text, unsubscribe_url text, message_id text not null,
    dedupe_key text, created_at text not null, attempts INT not null, next_at text, sent_at text, problem text)`,
  'create unique index mail_dedupe on mail (dedupe_key) where dedupe_key is not null',
  'create index mail_due on mail (next_at, id) where next_at is not null',
  'create index mail_created on mail (created_at)',
]
