import { jobQueue, newestEvent, type QueuedJobs, type Store } from '@dragoman/store'
import { Gauge } from 'prom-client'
import { gaugeOf, type Registers } from './metric-kinds.ts'

export type MeasuredDatabase = {
  readonly store: Store
  readonly now: () => Date
  /** The last event that this process passed to its subscribers. */
  readonly eventNumber: () => number
}

/** Figures from the database are read at scrape; one that hangs must not make the scrape hang. */
const DATABASE_PATIENCE_MS = 2000

/** Adds the metrics of the database. Returns what reads them; it never fails. */
export function openDatabaseMetrics(
  registers: Registers,
  { store, now, eventNumber }: MeasuredDatabase,
): () => Promise<void> {
  const jobs = new Gauge({
    name: 'dragoman_jobs',
    help: 'Jobs that are not done, by kind and state',
    labelNames: ['kind', 'state'],
    registers,
  })
  const jobAge = new Gauge({
    name: 'dragoman_job_wait_seconds',
    help: 'How long the first job of a kind that waits has been due',
    labelNames: ['kind'],
    registers,
  })
  const databaseUp = gaugeOf(registers, 'database_up', '1 where the database answered this scrape, else 0')
  const databaseRead = gaugeOf(
    registers,
    'database_read_seconds',
    'How long one short read took at this scrape',
  )
  const eventLag = gaugeOf(
    registers,
    'event_lag',
    'Events that are written and not yet dispatched in this process',
  )

  function setQueue(queue: readonly QueuedJobs[], nowMs: number): void {
    jobs.reset()
    jobAge.reset()
    for (const { kind, waiting, running, since } of queue) {
      jobs.set({ kind, state: 'waiting' }, waiting)
      jobs.set({ kind, state: 'running' }, running)
      const ageMs = since === null ? 0 : nowMs - Date.parse(since)
      jobAge.set({ kind }, Math.max(0, ageMs) / 1000)
    }
  }

  return async () => {
    const started = performance.now()
    try {
      const { newest, queue, tookMs } = await within(
        DATABASE_PATIENCE_MS,
        store.read(async (r) => {
          const newest = await newestEvent(r)
          const tookMs = performance.now() - started
          return { newest, tookMs, queue: await jobQueue(r) }
        }),
      )
      databaseUp.set(1)
      databaseRead.set(tookMs / 1000)
      eventLag.set(Math.max(0, newest.number - eventNumber()))
      setQueue(queue, now().getTime())
    } catch {
      databaseUp.set(0)
      databaseRead.set((performance.now() - started) / 1000)
    }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Took longer than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
