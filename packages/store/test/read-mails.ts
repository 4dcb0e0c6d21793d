import type { Reader } from '../src/store.ts'

/** Returns an email as it is stored. */
export async function readMail({ db }: Reader, id: number) {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts the emails that were not sent: those that will be tried again, and those that were given up. */
export async function countUnsent({
  db,
}: Reader): Promise<{ readonly waiting: number; readonly givenUp: number }> {
  const unsent = await db.selectFrom('mail').select('next_at').where('sent_at', 'is', null).execute()
  const waiting = unsent.filter(({ next_at }) => next_at !== null).length
  return { waiting, givenUp: unsent.length - waiting }
}
