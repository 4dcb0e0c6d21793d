import { databaseTimeMs, type Store } from '@dragoman/store'
import { openLoop } from './open-loop.ts'

export type Clock = { readonly now: () => Date; readonly close: () => Promise<void> }

const MEASURE_EVERY_MS = 60_000

/**
 * Returns the time that all processes of a database agree on: with several processes that of the database, as
 * last measured, plus the time since on a monotonic clock. Throws DatabaseUnavailableError.
 */
export async function openDatabaseClock(store: Store): Promise<Clock> {
  if (store.dialect === 'sqlite') return { now: () => new Date(), close: async () => undefined }
  let offsetMs = await measure(store)
  const loop = openLoop(
    async () => {
      offsetMs = await measure(store)
    },
    () => undefined, // If the database is unreachable, the last measurement stays valid.
  )
  loop.start(MEASURE_EVERY_MS)
  return { now: () => new Date(performance.now() + offsetMs), close: loop.close }
}

async function measure(store: Store): Promise<number> {
  const asked = performance.now()
  const databaseMs = await store.read(databaseTimeMs)
  return databaseMs - (asked + performance.now()) / 2
}
