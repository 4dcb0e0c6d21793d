import { sql } from 'kysely'
import type { Migration } from './all.ts'

/** How often files of a channel were asked for in a minute; see areas/channel-requests. */
export const channelRequests: Migration = {
  async up(db, dialect) {
    const int = dialect === 'sqlite' ? 'integer' : 'bigint'
    await sql
      .raw(
        `create table channel_requests (project_id INT not null references project (id) on delete cascade, channel text not null,
          minute INT not null, requests INT not null, primary key (project_id, channel, minute))`.replaceAll(
          'INT',
          int,
        ),
      )
      .execute(db)
    await sql`create index channel_requests_minute on channel_requests (minute)`.execute(db)
  },
}
