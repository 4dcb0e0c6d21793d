import { Counter, Histogram, Registry } from 'prom-client'
import type { Delivery } from '../delivery/delivery.ts'
import type { FrontDoor } from '../delivery/front-door.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import { type MeasuredDatabase, openDatabaseMetrics } from './database-metrics.ts'
import { gaugeOf, setCounter } from './metric-kinds.ts'
import { openProcessMetrics } from './process-metrics.ts'

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
  readonly database: MeasuredDatabase | null
}

const BUILD_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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
  const gauges = GAUGES.map(([key, name, help]) => ({ key, gauge: gaugeOf(registers, name, help) }))
  const readDatabase = database && openDatabaseMetrics(registers, database)
  const ofProcess = openProcessMetrics(registers)

  function readFigures(): void {
    const counted = figures()
    for (const { key, counter } of counters) setCounter(counter, counted[key])
    for (const { key, gauge } of gauges) gauge.set(counted[key])
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
      readFigures()
      ofProcess.read()
      await readDatabase?.()
      return registry.metrics()
    },
    close: ofProcess.close,
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
