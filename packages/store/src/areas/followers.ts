import type { Reader, Writer } from '../store.ts'
import { type EventPosition, newestEvent } from './events.ts'

/** Another process has followed the events further than this one knows of. */
export class FollowedElsewhereError extends Error {
  override name = 'FollowedElsewhereError'
}

/** The last event a follower has done with. One that is new begins now. */
export async function followerPosition({ db }: Reader, name: string): Promise<EventPosition | null> {
  const row = await db
    .selectFrom('follower')
    .select(['number', 'mark'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

/** Begins with the newest event, where nobody has begun yet, or where what was done last is not known any more. */
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
 * Notes in the transaction of what an event came to that it is done with. Throws FollowedElsewhereError, so that
 * nothing comes of an event twice.
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
