import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { jobQueue, newestEvent, type QueuedJobs, type Store } from '@dragoman/store'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Delivery } from '../delivery/delivery.ts'
import type { FrontDoor } from '../delivery/front-door.ts'
import type { Publisher } from '../publish/open-publisher.ts'

/** Numbers that parts of the program count, read when someone requests the metrics. */
export type CountedFigures = {
  readonly deliveryRequests: number
  readonly deliveryNotModified: number
  readonly deliveryBodyBytes: number
  readonly deliveryOutdated: number
  readonly deliveryBuilds: number
  readonly deliveryBundles: number
  readonly deliveryCacheBytes: number
  readonly liveListeners: number
  readonly channelListeners: number
}

export type Metrics = {
  readonly contentType: string
  /** Counts one answered request, except for delivery; `area` is one of the contract, or `other`. */
  readonly countRequest: (area: string, status: number) => void
  /** Runs `build` and records how long it took, even if it fails. */
  readonly timeBuild: <T>(build: () => Promise<T>) => Promise<T>
  /** Returns OpenMetrics text. An unreachable database is one of the figures, never an error. */
  readonly text: () => Promise<string>
  readonly close: () => void
}

type MetricsOptions = {
  readonly figures: () => CountedFigures
  /** Null if delivery runs without one. */
  readonly database: {
    readonly store: Store
    readonly now: () => Date
    /** The last event that this process passed to its subscribers. */
    readonly eventNumber: () => number
  } | null
}

const BUILD_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Figures from the database are read at scrape; one that hangs must not make the scrape hang. */
const DATABASE_PATIENCE_MS = 2000
const NANOSECONDS = 1e9

type CountedName = keyof CountedFigures

const COUNTERS: readonly (readonly [CountedName, string, string])[] = [
  ['deliveryRequests', 'delivery_requests_total', 'Requests for delivered files'],
  ['deliveryNotModified', 'delivery_not_modified_total', 'Of these, answered with 304'],
  ['deliveryBodyBytes', 'delivery_body_bytes_total', 'Bytes of the bodies sent, as encoded'],
  [
    'deliveryOutdated',
    'delivery_outdated_total',
    'Answers with an older file, as newer texts could not be read',
  ],
  ['deliveryBuilds', 'delivery_builds_total', 'Delivered files that were built'],
]
const GAUGES: readonly (readonly [CountedName, string, string])[] = [
  ['deliveryBundles', 'delivery_bundles', 'Delivered files in memory'],
  ['deliveryCacheBytes', 'delivery_cache_bytes', 'Bytes of the delivered files in memory'],
  ['liveListeners', 'live_listeners', 'Open windows that hear of changes'],
  ['channelListeners', 'channel_listeners', 'Apps that hear of changes of a channel'],
]

/**
 * Opens the metrics of one server, in its own registry. No label has values that callers can invent: areas,
 * statuses and kinds of jobs come from the program.
 */
export function openMetrics({ figures, database }: MetricsOptions): Metrics {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  // Without a database, its metrics are left out.
  const ofDatabase = database === null ? [] : registers
  const requests = new Counter({
    name: 'dragoman_http_requests_total',
    help: 'Answers of the API and the interface, without delivered files',
    labelNames: ['area', 'status'],
    registers,
  })
  const builds = new Histogram({
    name: 'dragoman_delivery_build_seconds',
    help: 'How long it takes to build a delivered file',
    buckets: BUILD_SECONDS,
    registers,
  })
  const counters = COUNTERS.map(([key, name, help]) => ({
    key,
    counter: new Counter({ name: `dragoman_${name}`, help, registers }),
  }))
  const gauge = (name: string, help: string, into = registers) =>
    new Gauge({ name: `dragoman_${name}`, help, registers: into })
  const gauges = GAUGES.map(([key, name, help]) => ({ key, gauge: gauge(name, help) }))
  const jobs = new Gauge({
    name: 'dragoman_jobs',
    help: 'Jobs that are not done, by kind and state',
    labelNames: ['kind', 'state'],
    registers: ofDatabase,
  })
  const jobAge = new Gauge({
    name: 'dragoman_job_wait_seconds',
    help: 'How long the first job of a kind that waits has been due',
    labelNames: ['kind'],
    registers: ofDatabase,
  })
  const databaseUp = gauge('database_up', '1 where the database answered this scrape, else 0', ofDatabase)
  const databaseRead = gauge(
    'database_read_seconds',
    'How long one short read took at this scrape',
    ofDatabase,
  )
  const eventLag = gauge(
    'event_lag',
    'Events that are written and not yet dispatched in this process',
    ofDatabase,
  )
  const loopDelay = new Gauge({
    name: 'dragoman_event_loop_delay_seconds',
    help: 'How late the event loop was since the last scrape',
    labelNames: ['quantile'],
    registers,
  })
  const resident = gauge('resident_memory_bytes', 'Memory of the process')
  const heap = gauge('heap_used_bytes', 'Memory of its JavaScript objects')
  const uptime = gauge('uptime_seconds', 'Seconds since the process started')
  const cpu = new Counter({
    name: 'dragoman_cpu_seconds_total',
    help: 'Processor time of the process',
    registers,
  })
  const delay = monitorEventLoopDelay()
  delay.enable()

  function readProcess(): void {
    const counted = figures()
    for (const { key, counter } of counters) setCounter(counter, counted[key])
    for (const { key, gauge } of gauges) gauge.set(counted[key])
    const { rss, heapUsed } = process.memoryUsage()
    resident.set(rss)
    heap.set(heapUsed)
    uptime.set(Math.round(process.uptime()))
    const { user, system } = process.cpuUsage()
    setCounter(cpu, (user + system) / 1e6)
    for (const [quantile, value] of delaysOf(delay)) loopDelay.set({ quantile }, value)
    delay.reset()
  }

  async function readDatabase({
    store,
    now,
    eventNumber,
  }: NonNullable<MetricsOptions['database']>): Promise<void> {
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

  return {
    contentType: registry.contentType,
    countRequest: (area, status) => requests.inc({ area, status: String(status) }),
    async timeBuild(build) {
      const started = performance.now()
      try {
        return await build()
      } finally {
        builds.observe((performance.now() - started) / 1000)
      }
    },
    async text() {
      readProcess()
      if (database !== null) await readDatabase(database)
      return registry.metrics()
    },
    close: () => void delay.disable(),
  }
}

/** Returns what delivery and its front door have counted. */
export function deliveryFigures(
  delivery: Delivery,
  door: FrontDoor,
): Omit<CountedFigures, 'liveListeners' | 'channelListeners'> {
  const { requests, builds, bundles, bytes, outdated, notModified, bodyBytes } = delivery.figures()
  const sent = door.figures()
  return {
    deliveryRequests: requests,
    deliveryNotModified: notModified + sent.notModified,
    deliveryBodyBytes: bodyBytes + sent.bodyBytes,
    deliveryOutdated: outdated,
    deliveryBuilds: builds,
    deliveryBundles: bundles,
    deliveryCacheBytes: bytes,
  }
}

/** Returns the publisher with a timer around each build. */
export function timedPublisher<P extends Pick<Publisher, 'build'>>(publisher: P, { timeBuild }: Metrics): P {
  return { ...publisher, build: (address, canRead) => timeBuild(() => publisher.build(address, canRead)) }
}

/** Sets a counter that is counted elsewhere. */
function setCounter(counter: Counter, value: number): void {
  counter.reset()
  counter.inc(value)
}

function delaysOf(delay: IntervalHistogram): readonly (readonly [string, number])[] {
  if (delay.count === 0) return []
  return [
    ['0.5', delay.percentile(50) / NANOSECONDS],
    ['0.99', delay.percentile(99) / NANOSECONDS],
  ]
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
