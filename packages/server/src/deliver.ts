import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BlobsPlace, openBlobs } from './blobs/open-blobs.ts'
import type { Config } from './config.ts'
import { openChannelEvents } from './delivery/channel-events.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openFrontDoor } from './delivery/front-door.ts'
import { openOldAddressDoor } from './delivery/old-address-door.ts'
import { refuse } from './delivery/plain-answers.ts'
import { isBearer } from './http/bearer.ts'
import { CONNECTIONS } from './http/keep-alive.ts'
import { closeServer, listen, originOf } from './http/listen.ts'
import { deliveryFigures, openMetrics, timedPublisher } from './http/metrics.ts'
import { createNetwork, NO_NETWORK_SETTINGS, type RequestHead } from './http/network.ts'
import { receiveRest } from './http/receive-rest.ts'
import { refuseHost } from './http/refuse-host.ts'
import { type Log, logToStandardError } from './log.ts'
import type { ReadableBy } from './publish/open-publisher.ts'
import { readFromBlobs } from './publish/read-from-blobs.ts'

export type DeliveryServer = {
  readonly address: string
  readonly origin: string
  readonly port: number
  readonly close: () => Promise<void>
}

export type DeliveryServerOptions = {
  readonly blobs: BlobsPlace
  readonly log?: Log
  readonly pollMs?: number
  /** While shutting down, waits for this instead of for `drainMs`: for tests that act meanwhile. */
  readonly drained?: Promise<void>
}

/**
 * An app that is notified of a change can then load from another process, which can check the blobs later
 * than this one. The app is notified once more when all have checked.
 */
const REPEAT_MS = 1000

/**
 * Delivers what a server has published to its blobs, without a database: as many processes as needed,
 * anywhere. Files that were loaded once are delivered even while the blobs are unreachable. Throws
 * StartError.
 */
export async function startDelivery(
  config: Pick<Config, 'port' | 'host' | 'network' | 'metricsToken' | 'drainMs'>,
  { blobs, log = logToStandardError, pollMs, drained }: DeliveryServerOptions,
): Promise<DeliveryServer> {
  const network = createNetwork({
    ...(config.network ?? NO_NETWORK_SETTINGS),
    listenHost: config.host,
    loopbackOnly: false,
  })
  const files = readFromBlobs({
    blobs: openBlobs(blobs),
    log,
    ...(pollMs === undefined ? {} : { pollMs }),
  })
  // Only what everyone can load is published.
  const readableBy: ReadableBy = async () => ({ canRead: () => false, by: 'session' })
  const metrics = openMetrics({
    figures: () => ({
      ...deliveryFigures(delivery, door),
      liveListeners: 0,
      channelListeners: events.listeners(),
    }),
    database: null,
  })
  const events = openChannelEvents({ publisher: files, readableBy, repeatMs: REPEAT_MS })
  const delivery = openDelivery({
    publisher: timedPublisher(files, metrics),
    log,
    readableBy,
    events,
  })
  const oldAddressDoor = openOldAddressDoor({ addresses: files.addresses, publisher: files, readableBy, log })
  const { metricsToken = null, drainMs = 0 } = config
  let closing: Promise<void> | null = null
  const server = createServer(CONNECTIONS, (request, response) => {
    receiveRest(request, response)
    if (closing !== null) response.shouldKeepAlive = false
    const { host } = network.clientOf(headOf(request))
    const path = request.url ?? ''
    if (host !== null && !network.acceptsHost(host)) refuseHost(request, response, host)
    else if (path.startsWith('/d/')) delivery.handle(request, response)
    else if (path === '/health/live') answerHealth(response, 200, 'live')
    else if (path === '/health/ready') {
      // What is in memory is served while the blobs are unreachable; only a process without any files is not
      // ready.
      if (closing !== null) answerHealth(response, 503, 'ending')
      else if (files.hasFound()) answerHealth(response, 200, 'ready')
      else answerHealth(response, 503, 'nothing-published')
    } else if (path === '/metrics') {
      if (metricsToken !== null && !isBearer(request.headers.authorization, metricsToken))
        return refuse(response, 401, 'not-signed-in')
      response.setHeader('content-type', metrics.contentType)
      metrics.text().then(
        (text) => response.end(text),
        () => refuse(response, 503, 'busy'),
      )
    } else oldAddressDoor.handle(request, response, () => refuse(response, 404, 'not-found'))
  })
  const door = openFrontDoor(server, delivery, {
    acceptsHost: ({ host, forwardedHost }, remoteAddress) => {
      const headers = { host, ...(forwardedHost === undefined ? {} : { 'x-forwarded-host': forwardedHost }) }
      return network.acceptsHost(network.clientOf({ remoteAddress, headers }).host)
    },
  })
  const port = await listen(server, config)
  const origin = originOf(config.host, port)
  return {
    address: config.network?.publicOrigins[0] ?? origin,
    origin,
    port,
    close() {
      closing ??= closeAll()
      return closing
    },
  }

  async function closeAll(): Promise<void> {
    door.end()
    if (drainMs > 0) await (drained ?? sleep(drainMs))
    events.close()
    await closeServer(server, door, drainMs)
    files.close()
    metrics.close()
  }
}

function answerHealth(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status: text }))
}

function headOf({ socket, headers }: IncomingMessage): RequestHead {
  return { remoteAddress: socket.remoteAddress, headers }
}
