import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** Addresses that are notified of what happens in a project, and the notifications; see areas/webhooks. */
export const webhooks: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    for (const name of ['webhook', 'webhook_delivery'])
      await sql`insert into counter (name, value) values (${name}, 0) on conflict (name) do nothing`.execute(
        db,
      )
  },
}

const STATEMENTS = [
  `create table webhook (id INT primary key, project_id INT not null references project (id) on delete cascade, url text not null,
    description text not null, topics text, languages text, namespaces text, is_on INT not null, with_names INT not null,
    secret text not null, former_secret text, former_until text, failing_since text, off_reason text, from_event INT not null, conflicts_to INT not null,
    created_at text not null, created_by_id text, created_by_label text not null)`,
  'create index webhook_project on webhook (project_id, id)',
  `create table webhook_delivery (id INT primary key, webhook_id INT not null references webhook (id) on delete cascade,
    message_id text not null, type text not null, body text not null, gathers INT not null, by_hand INT not null,
    state text not null, created_at text not null, next_at text, attempts INT not null, failures INT not null,
    attempted_at text, status INT, reason text, duration_ms INT, response text)`,
  'create index webhook_delivery_webhook on webhook_delivery (webhook_id, id)',
  'create index webhook_delivery_due on webhook_delivery (next_at, id) where next_at is not null',
  'create index webhook_delivery_waiting on webhook_delivery (webhook_id, id) where next_at is not null',
  'create index webhook_delivery_created on webhook_delivery (created_at)',
]
