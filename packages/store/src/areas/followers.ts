import type { Reader, Writer } from '../store.ts'
import { type EventPosition, newestEvent } from './events.ts'

/** Another process has moved the follower further than this one knows. */
export class FollowedElsewhereError extends Error {
  override name = 'FollowedElsewhereError'
}

/** Returns the last event that a follower has processed; null if it is new. */
export async function followerPosition({ db }: Reader, name: string): Promise<EventPosition | null> {
  const row = await db
    .selectFrom('follower')
    .select(['number', 'mark'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

/** Starts at the newest event, for a new follower or if its last event is no longer known. */
export async function beginFollowing(w: Writer, name: string): Promise<EventPosition> {
  const { number, mark } = await newestEvent(w)
  await w.db
    .insertInto('follower')
    .values({ name, number, mark })
    .onConflict((on) => on.column('name').doUpdateSet({ number, mark }))
    .execute()
  return { number, mark }
}

/**
 * Records that an event was processed, in the same transaction as its effects. Throws FollowedElsewhereError,
 * so that no event takes effect twice.
 */
export async function moveFollower(
  { db }: Writer,
  name: string,
  { from, to }: { readonly from: EventPosition; readonly to: EventPosition },
): Promise<void> {
  const done = await db
    .updateTable('follower')
    .set({ number: to.number, mark: to.mark })
    .where('name', '=', name)
    .where('number', '=', from.number)
    .where('mark', '=', from.mark)
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) === 0) throw new FollowedElsewhereError(name)
}
