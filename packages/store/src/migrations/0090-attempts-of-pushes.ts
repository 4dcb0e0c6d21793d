import { sql } from 'kysely'
import type { Migration } from './all.ts'

/**
 * How many attempts a push needed, for the history that people read, and how many have failed since the last one
 * that arrived.
 */
export const attemptsOfPushes: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    for (const column of [
      'git_sync add column attempts INT not null default 1',
      'git_source add column failed_sends INT not null default 0',
    ])
      await sql.raw(`alter table ${column.replace('INT', int)}`).execute(db)
  },
}
