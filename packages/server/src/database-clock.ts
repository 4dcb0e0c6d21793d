import { databaseTimeMs, type Store } from '@dragoman/store'

export type Clock = { readonly now: () => Date; readonly close: () => void }

const MEASURE_EVERY_MS = 60_000

/**
 * Returns the time that all processes of a database agree on: with several processes that of the database, as
 * last measured, plus the time since on a monotonic clock. Throws DatabaseUnavailableError.
 */
export async function openDatabaseClock(store: Store): Promise<Clock> {
  if (store.dialect === 'sqlite') return { now: () => new Date(), close: () => undefined }
  let offsetMs = await measure(store)
  const timer = setInterval(async () => {
    // If the database is unreachable, the last measurement stays valid.
    offsetMs = await measure(store).catch(() => offsetMs)
  }, MEASURE_EVERY_MS)
  timer.unref()
  return { now: () => new Date(performance.now() + offsetMs), close: () => clearInterval(timer) }
}

async function measure(store: Store): Promise<number> {
  const asked = performance.now()
  const databaseMs = await store.read(databaseTimeMs)
  return databaseMs - (asked + performance.now()) / 2
}
