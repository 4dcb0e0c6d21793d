import { forgetAttempts, forgetJobs, removeOldEvents, type Store } from '@dragoman/store'

const DAY_MS = 24 * 60 * 60_000
const KEEP_JOBS_MS = 30 * DAY_MS
/** Long enough for whoever follows events and was away over some holidays. */
const KEEP_EVENTS_MS = 7 * DAY_MS

/** Removes what nobody looks at any more, in short transactions. */
export async function forgetOld(store: Store, now: () => Date): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await store.write((w) => forgetJobs(w, before(KEEP_JOBS_MS)))
  await store.write((w) => forgetAttempts(w, now().getTime()))
  while (await store.write((w) => removeOldEvents(w, before(KEEP_EVENTS_MS)))) {
    // some more
  }
}
