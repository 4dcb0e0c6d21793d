import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BlobsLocation, openBlobs } from './blobs/open-blobs.ts'
import type { Config } from './config.ts'
import { openChannelEvents } from './delivery/channel-events.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openOldAddressDoor } from './delivery/old-address-door.ts'
import { refuse } from './delivery/plain-answers.ts'
import { isBearer } from './http/bearer.ts'
import { originOf } from './http/listen.ts'
import { deliveryFigures, type Metrics, openMetrics, timedPublisher } from './http/metrics.ts'
import { createNetwork, NO_NETWORK_SETTINGS } from './http/network.ts'
import { type Log, logToStandardError } from './log.ts'
import type { ReadableBy } from './publish/open-publisher.ts'
import { readFromBlobs } from './publish/read-from-blobs.ts'
import { openHttpServer } from './start/open-http-server.ts'
import { type OnPart, type OpenedParts, openedParts } from './start/opened-parts.ts'

export type DeliveryServer = {
  readonly address: string
  readonly origin: string
  readonly port: number
  readonly close: () => Promise<void>
}

export type DeliveryServerOptions = {
  readonly blobs: BlobsLocation
  readonly log?: Log
  readonly pollMs?: number
  /** While shutting down, waits for this instead of for `drainMs`: for tests that act meanwhile. */
  readonly drained?: Promise<void>
  /** For tests that need to know which parts are open. */
  readonly onPart?: OnPart
}

/**
 * An app that is notified of a change can then load from another process, which can check the blobs later
 * than this one. The app is notified once more when all have checked.
 */
const REPEAT_MS = 1000

/**
 * Delivers what a server has published to its blobs, without a database: as many processes as needed,
 * anywhere. Files that were loaded once are delivered even while the blobs are unreachable. Throws
 * StartError; then everything that was opened is closed again.
 */
export async function startDelivery(
  config: DeliveryConfig,
  options: DeliveryServerOptions,
): Promise<DeliveryServer> {
  const opened = openedParts(options.onPart)
  try {
    return await startParts(opened, config, options)
  } catch (error) {
    await opened.close()
    throw error
  }
}

type DeliveryConfig = Pick<Config, 'port' | 'host' | 'network' | 'metricsToken' | 'drainMs'>

async function startParts(
  opened: OpenedParts,
  config: DeliveryConfig,
  { blobs, log = logToStandardError, pollMs, drained }: DeliveryServerOptions,
): Promise<DeliveryServer> {
  const state = { isEnding: false, lastRequestMs: 0 }
  const files = readFromBlobs({
    blobs: openBlobs(blobs),
    log,
    ...(pollMs === undefined ? {} : { pollMs }),
  })
  opened.add('published-files', files.close)
  const metrics = openMetrics({
    figures: () => ({
      ...deliveryFigures(delivery, http.door),
      liveListeners: 0,
      channelListeners: events.listeners(),
    }),
    database: null,
  })
  opened.add('metrics', metrics.close)
  // Only what everyone can load is published.
  const readableBy: ReadableBy = async () => ({ canRead: () => false, by: 'session' })
  const events = openChannelEvents({ publisher: files, readableBy, repeatMs: REPEAT_MS })
  opened.add('channel-events', events.close)
  const delivery = openDelivery({
    publisher: timedPublisher(files, metrics),
    log,
    readableBy,
    events,
  })
  const oldAddressDoor = openOldAddressDoor({ addresses: files.addresses, publisher: files, readableBy, log })
  const metricsToken = config.metricsToken ?? null
  const answerOther = otherAnswers({
    metrics,
    metricsToken,
    // What is in memory is served while the blobs are unreachable; only a process without any files is not ready.
    health: () => (state.isEnding ? 'ending' : files.hasFound() ? 'ready' : 'nothing-published'),
  })
  const http = openHttpServer(opened, {
    network: createNetwork({
      ...(config.network ?? NO_NETWORK_SETTINGS),
      listenHost: config.host,
      loopbackOnly: false,
    }),
    metricsToken,
    delivery,
    state,
    handle(request, response) {
      if (answerOther(request, response)) return
      oldAddressDoor.handle(request, response, () => refuse(response, 404, 'not-found'))
    },
    endStreams: events.close,
  })
  const port = await http.listen(config)
  const origin = originOf(config.host, port)
  let closing: Promise<void> | null = null
  return {
    address: config.network?.publicOrigins[0] ?? origin,
    origin,
    port,
    close() {
      state.isEnding = true
      closing ??= http.drain(config.drainMs ?? 0, drained).then(opened.close)
      return closing
    },
  }
}

type OtherAnswers = {
  readonly metrics: Metrics
  readonly metricsToken: string | null
  readonly health: () => 'ready' | 'ending' | 'nothing-published'
}

/** Returns what answers requests for health and metrics; it returns false for all others. */
function otherAnswers({ metrics, metricsToken, health }: OtherAnswers) {
  return ({ url = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
    if (url === '/health/live') answerHealth(response, 200, 'live')
    else if (url === '/health/ready') {
      const status = health()
      answerHealth(response, status === 'ready' ? 200 : 503, status)
    } else if (url !== '/metrics') return false
    else if (metricsToken !== null && !isBearer(headers.authorization, metricsToken))
      refuse(response, 401, 'not-signed-in')
    else {
      response.setHeader('content-type', metrics.contentType)
      metrics.text().then(
        (text) => response.end(text),
        () => refuse(response, 503, 'busy'),
      )
    }
    return true
  }
}

function answerHealth(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: text }))
}
