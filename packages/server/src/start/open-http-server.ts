import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { type FrontDoor, openFrontDoor } from '../delivery/front-door.ts'
import { isMonitoring } from '../http/is-monitoring.ts'
import { CONNECTIONS } from '../http/keep-alive.ts'
import { closeServer, listen } from '../http/listen.ts'
import type { Network, RequestHead } from '../http/network.ts'
import { receiveRest } from '../http/receive-rest.ts'
import { refuseHost } from '../http/refuse-host.ts'
import type { OpenedParts } from './opened-parts.ts'
import type { ServerState } from './server-state.ts'

type HttpServerParts = {
  readonly network: Network
  /** Opens `/metrics` to callers by any host name. */
  readonly metricsToken: string | null
  readonly delivery: Delivery
  readonly state: Pick<ServerState, 'isEnding' | 'lastRequestMs'>
  /** Answers what is not a delivered file. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the event streams, which would keep the server open. */
  readonly endStreams: () => void
}

export type HttpServer = {
  readonly door: FrontDoor
  /** Listens, and returns the port. Throws StartError. */
  readonly listen: (config: Pick<Config, 'port' | 'host'>) => Promise<number>
  /**
   * Waits before the server closes, for `drained` or for `drainMs`: meanwhile proxies notice that it is shutting
   * down, and clients close their connections.
   */
  readonly drain: (drainMs: number, drained?: Promise<void>) => Promise<void>
}

/**
 * Opens the HTTP server: it refuses requests for other hosts, except those of monitors, and serves delivered
 * files first.
 */
export function openHttpServer(
  opened: OpenedParts,
  { network, metricsToken, delivery, state, handle, endStreams }: HttpServerParts,
): HttpServer {
  let patienceMs = 0
  const server = createServer(CONNECTIONS, (request, response) => {
    receiveRest(request, response)
    state.lastRequestMs = performance.now()
    if (state.isEnding) response.shouldKeepAlive = false
    const { host } = network.clientOf(headOf(request))
    const isKnown = host === null || network.acceptsHost(host)
    if (!isKnown && !isMonitoring(request, metricsToken)) refuseHost(request, response, host)
    else if (request.url?.startsWith('/d/')) delivery.handle(request, response)
    else handle(request, response)
  })
  const door = openFrontDoor(server, delivery, {
    acceptsHost: ({ host, forwardedHost }, remoteAddress) => {
      const headers = {
        host,
        ...(forwardedHost === undefined ? {} : { 'x-forwarded-host': forwardedHost }),
      }
      return network.acceptsHost(network.clientOf({ remoteAddress, headers }).host)
    },
  })
  opened.add('http', async () => {
    door.end()
    endStreams()
    await closeServer(server, door, patienceMs)
  })
  return {
    door,
    listen: (config) => listen(server, config),
    async drain(drainMs, drained) {
      patienceMs = drainMs
      door.end()
      if (drainMs > 0) await (drained ?? sleep(drainMs))
    },
  }
}

export function headOf({ socket, headers }: IncomingMessage): RequestHead {
  return { remoteAddress: socket.remoteAddress, headers }
}
