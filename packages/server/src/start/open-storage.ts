import { openStore } from '@dragoman/store'
import type { Config } from '../config.ts'
import { openDatabaseClock } from '../database-clock.ts'
import type { Basics, Work } from '../deps.ts'
import { type Dispatcher, openDispatcher } from '../events/dispatcher.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { openLeases } from '../leases/open-leases.ts'
import type { Log } from '../log.ts'
import { openSealing, type Sealing } from '../secrets/open-sealing.ts'
import type { Timings } from '../timings.ts'
import { openWorkers } from '../workers/open-workers.ts'
import type { OpenedParts } from './opened-parts.ts'

type StorageParts = {
  readonly config: Pick<Config, 'database' | 'secret'>
  readonly log: Log
  readonly timings: Timings
  /** Default: the clock that all processes of the database share. */
  readonly now: (() => Date) | undefined
  /** Receive the events of the database once the dispatcher has been started. */
  readonly subscribers: readonly Subscriber[]
}

export type Storage = {
  readonly basics: Basics
  readonly sealing: Sealing
  readonly dispatcher: Dispatcher
} & Pick<Work, 'workers' | 'leases'>

/** Opens the database with its clock and events, and what coordinates threads and processes. */
export async function openStorage(
  opened: OpenedParts,
  { config, log, timings, subscribers, ...options }: StorageParts,
): Promise<Storage> {
  const store = await openStore(config.database)
  opened.add('store', store.close)
  const clock = await openDatabaseClock(store)
  opened.add('clock', clock.close)
  const { now = clock.now } = options
  const sealing = await openSealing({ store, secret: config.secret ?? null })
  const dispatcher = openDispatcher({
    store,
    log,
    subscribers: () => subscribers,
    pollMs: timings.eventPollMs,
  })
  opened.add('dispatcher', dispatcher.close)
  const workers = openWorkers(config.database, timings)
  opened.add('workers', workers.close)
  const leases = openLeases({ store, log, timings })
  opened.add('leases', leases.close)
  return { basics: { store, now, log, timings }, sealing, dispatcher, workers, leases }
}
