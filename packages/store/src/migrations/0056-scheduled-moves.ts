import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * Moves of channels that happen at a time; see areas/scheduled-moves. A row names its channel by id and name without a
 * reference: it stays to say why nothing happened when the channel was removed.
 */
export const scheduledMoves: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const statement of STATEMENTS) await sql.raw(statement.replaceAll('INT', int)).execute(db)
    await sql`insert into counter (name, value) values ('scheduled_move', 0) on conflict (name) do nothing`.execute(
      db,
    )
  },
}

const STATEMENTS = [
  `create table scheduled_move (id INT primary key, project_id INT not null references project (id) on delete cascade,
    channel_id INT not null, channel text not null, release_id INT not null references "release" (id) on delete cascade,
    percent INT not null, note text not null, at text not null, after_move INT not null, failure text, failed_at text,
    version INT not null, by_id text, by_label text not null, token_id INT)`,
  'create index scheduled_move_project on scheduled_move (project_id, at)',
  'create index scheduled_move_due on scheduled_move (at) where failure is null',
  'alter table channel_move add column scheduled_for text',
]
