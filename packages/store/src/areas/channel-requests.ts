import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'

export type ChannelRequests = {
  /** As in URLs: the code that counts requests does not know ids. */
  readonly project: string
  readonly channel: string
  /** Since 1970. */
  readonly minute: number
  readonly requests: number
}

const MINUTE_MS = 60_000

/** Returns the minute of a time, counted from 1970. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS)
}

/** Adds to what this and other processes have counted. Projects that no longer exist are left out. */
export async function addChannelRequests({ db }: Writer, counted: readonly ChannelRequests[]): Promise<void> {
  for (const { project, channel, minute, requests } of counted)
    await sql`insert into channel_requests (project_id, channel, minute, requests)
      select id, cast(${channel} as text), cast(${minute} as bigint), cast(${requests} as bigint) from project where slug = ${project}
      on conflict (project_id, channel, minute) do update set requests = channel_requests.requests + excluded.requests`.execute(
      db,
    )
}

/**
 * Returns how often files of the project's channels were requested, by minute; minutes without requests are
 * left out.
 */
export async function listChannelRequests(
  { db }: Reader,
  { projectId, from, to }: { readonly projectId: number; readonly from: number; readonly to: number },
): Promise<readonly Omit<ChannelRequests, 'project'>[]> {
  return db
    .selectFrom('channel_requests')
    .select(['channel', 'minute', 'requests'])
    .where('project_id', '=', projectId)
    .where('minute', '>=', from)
    .where('minute', '<=', to)
    .execute()
}

export async function forgetChannelRequests({ db }: Writer, before: number): Promise<void> {
  await db.deleteFrom('channel_requests').where('minute', '<', before).execute()
}
