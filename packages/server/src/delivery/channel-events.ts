import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FollowedChannel, Publisher, ReadableBy } from '../publish/open-publisher.ts'
import type { StaleFiles } from '../publish/stale-files.ts'
import { concerns, gatherChanges, openTexts } from './channel-changes.ts'
import { openEventStreams } from './event-streams.ts'
import { originHead, refuse } from './plain-answers.ts'
import { openRestrictedReaders } from './restricted-readers.ts'

/**
 * Notifies apps of which files of a channel have changed: `GET /d/{project}/{channel}/events`, server-sent
 * events.
 */
export type ChannelEvents = {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    address: { readonly project: string; readonly channel: string },
  ) => Promise<void>
  readonly listeners: () => number
  /** Checks readers with a session or token again, and disconnects those that have lost access. */
  readonly checkReaders: () => void
  readonly close: () => void
}

export type ChannelEventsOptions = {
  readonly publisher: Pick<Publisher, 'find' | 'onStale'>
  readonly readableBy: ReadableBy
  readonly heartbeatMs?: number
  /** Every notification is repeated once after this time, for readers of other processes; absent: it is not. */
  readonly repeatMs?: number
}

/**
 * A comment at this interval keeps proxies from closing a silent connection, and detects disconnected
 * readers.
 */
const HEARTBEAT_MS = 25_000
/**
 * How long a reader waits before it reconnects; slightly different for each, so that they do not all
 * reconnect together.
 */
const RETRY_MS = 1000

const EVENT_STREAM = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-store',
  'X-Accel-Buffering',
  'no',
]
const OWN_PAGES = ['Cross-Origin-Resource-Policy', 'same-origin']
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*']

/**
 * Opens the events, once per process. A reader is notified of changes from the moment it receives `ready`: it
 * requests once more whatever it loaded before, also before the connection was lost, which is a 304 if
 * nothing changed.
 */
export function openChannelEvents({
  publisher,
  readableBy,
  heartbeatMs = HEARTBEAT_MS,
  repeatMs,
}: ChannelEventsOptions): ChannelEvents {
  const streams = openEventStreams((response) => restricted.remove(response))
  const { send, end } = streams
  const restricted = openRestrictedReaders({ publisher, readableBy, end })
  const changes = gatherChanges({ notify, repeatsMs })

  /** Returns after what times the readers of a channel are notified again: some only then get the new files. */
  function repeatsOf({ cachedMs }: FollowedChannel): readonly number[] {
    return repeatMs === undefined ? cachedMs : [repeatMs, ...cachedMs]
  }

  function repeatsMs(): ReadonlySet<number> {
    return new Set([...new Set(streams.all().values())].flatMap(repeatsOf))
  }

  function notify(changes: readonly StaleFiles[], afterMs: number | null): void {
    const textFor = openTexts(changes)
    for (const [response, channel] of streams.all()) {
      if (afterMs !== null && !repeatsOf(channel).includes(afterMs)) continue
      const text = textFor(channel)
      if (text !== null) send(response, text)
    }
  }

  publisher.onStale((stale) => {
    if (!stale.isServable) {
      // Access might have changed: readers reconnect and are checked again.
      for (const [response, channel] of streams.all()) if (concerns(stale, channel)) end(response)
      return
    }
    changes.add(stale)
  })

  const heartbeat = setInterval(() => {
    streams.destroyEnded()
    for (const response of streams.all().keys()) send(response, ': still here\n\n')
    restricted.endExpired()
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async handle(request, response, address) {
      const checksBefore = restricted.checks()
      const open = await publisher.find(address)
      const reading = open === 'private' ? await readableBy(request) : null
      const channel = reading === null ? open : await publisher.find(address, reading.canRead)
      if (channel === null || channel === 'private') return refuse(response, 404, 'not-found')
      // The client disconnected in the meantime; no further event would report it.
      if (response.destroyed) return
      // Queued behind another answer of the same connection: nothing would reach the client, and no event
      // would report its end.
      if (response.socket === null) return refuse(response, 503, 'busy')
      response.writeHead(200, [...EVENT_STREAM, ...allowedPages(request, channel, reading)])
      if (request.method === 'HEAD') return void response.end()
      const retryMs = RETRY_MS + Math.floor(Math.random() * RETRY_MS)
      streams.add(response, channel)
      if (reading !== null) {
        restricted.add(response, { request, address })
        // The access might have changed since it was read above.
        if (restricted.checks() !== checksBefore) restricted.check()
      }
      send(response, `retry: ${retryMs}\nevent: ready\ndata: {}\n\n`)
    },
    listeners: () => streams.all().size,
    checkReaders: restricted.check,
    close() {
      clearInterval(heartbeat)
      changes.close()
      for (const response of streams.all().keys()) end(response)
    },
  }
}

/** Returns the headers that say which pages can read the events. */
function allowedPages(
  { headers: { origin } }: IncomingMessage,
  { origins }: FollowedChannel,
  reading: Awaited<ReturnType<ReadableBy>> | null,
): readonly string[] {
  if (reading?.by === 'session') return OWN_PAGES
  return origins === null ? ANY_ORIGIN : originHead(origins, origin)
}
