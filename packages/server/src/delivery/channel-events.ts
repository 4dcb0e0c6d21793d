import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FollowedChannel, Publisher, ReadableBy } from '../publish/open-publisher.ts'
import type { StaleFiles } from '../publish/stale-files.ts'
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
  /** Every notification is repeated once after this time; absent: it is not. */
  readonly repeatMs?: number
}

/**
 * A comment at this interval keeps proxies from closing a silent connection, and detects disconnected
 * readers.
 */
const HEARTBEAT_MS = 25_000
/** What is written within this time is sent in one notification. */
const GATHER_MS = 30
/** More files than this are announced as "any". */
const FILES_MAX = 100
/** A reader with a larger backlog than this is dropped; it reconnects and loads everything again. */
const BACKLOG_BYTES = 64 * 1024
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

type Files = { readonly language: string | null; readonly namespace: string }

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
  const followed = new Map<ServerResponse, FollowedChannel>()
  const restricted = openRestrictedReaders({ publisher, readableBy, end })
  /** Ended, but not yet read to the end by the client. */
  const ending = new Set<ServerResponse>()
  const changes = gatherChanges(notify, repeatMs)

  function send(response: ServerResponse, text: string): void {
    response.write(text)
    if (response.writableLength > BACKLOG_BYTES) response.destroy()
  }

  function forget(response: ServerResponse): void {
    followed.delete(response)
    restricted.remove(response)
  }

  /**
   * Ends a response. Nothing can be written to it afterwards, because writing after the end is an error that
   * no one catches.
   */
  function end(response: ServerResponse): void {
    forget(response)
    ending.add(response)
    response.end()
  }

  function notify(changes: readonly StaleFiles[]): void {
    const textFor = openTexts(changes)
    for (const [response, channel] of followed) {
      const text = textFor(channel)
      if (text !== null) send(response, text)
    }
  }

  publisher.onStale((stale) => {
    if (!stale.isServable) {
      // Access might have changed: readers reconnect and are checked again.
      for (const [response, channel] of followed) if (concerns(stale, channel)) end(response)
      return
    }
    changes.add(stale)
  })

  const heartbeat = setInterval(() => {
    for (const response of ending) response.destroy()
    ending.clear()
    for (const response of followed.keys()) send(response, ': still here\n\n')
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
      const allowed =
        reading?.by === 'session'
          ? OWN_PAGES
          : channel.origins === null
            ? ANY_ORIGIN
            : originHead(channel.origins, request.headers.origin)
      response.writeHead(200, [...EVENT_STREAM, ...allowed])
      if (request.method === 'HEAD') return void response.end()
      const retryMs = RETRY_MS + Math.floor(Math.random() * RETRY_MS)
      response.once('close', () => {
        forget(response)
        ending.delete(response)
      })
      followed.set(response, channel)
      if (reading !== null) {
        restricted.add(response, { request, address })
        // The access might have changed since it was read above.
        if (restricted.checks() !== checksBefore) restricted.check()
      }
      send(response, `retry: ${retryMs}\nevent: ready\ndata: {}\n\n`)
    },
    listeners: () => followed.size,
    checkReaders: restricted.check,
    close() {
      clearInterval(heartbeat)
      changes.close()
      for (const response of followed.keys()) end(response)
    },
  }
}

/** Passes changes that follow one another quickly on together, and once more after `repeatMs`. */
function gatherChanges(notify: (changes: readonly StaleFiles[]) => void, repeatMs: number | undefined) {
  let gathered: StaleFiles[] = []
  let timer: NodeJS.Timeout | null = null
  const again = new Set<NodeJS.Timeout>()

  function flush(): void {
    timer = null
    const changes = gathered
    gathered = []
    notify(changes)
    if (repeatMs === undefined) return
    const once = setTimeout(() => {
      again.delete(once)
      notify(changes)
    }, repeatMs)
    again.add(once)
  }

  return {
    add(stale: StaleFiles): void {
      gathered.push(stale)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    close(): void {
      if (timer !== null) clearTimeout(timer)
      for (const once of again) clearTimeout(once)
    },
  }
}

function concerns({ projectId, channel }: StaleFiles, followed: FollowedChannel): boolean {
  return (
    (projectId === null || projectId === followed.projectId) &&
    (channel === null || channel === followed.channel)
  )
}

/** Returns the texts of changes by channel: its readers receive the same one. */
function openTexts(changes: readonly StaleFiles[]): (channel: FollowedChannel) => string | null {
  const texts = new Map<string, string | null>()
  return (channel) => {
    const id = `${channel.projectId} ${channel.channel} ${channel.hasOtherLanguages}`
    let text = texts.get(id)
    if (text === undefined) {
      text = textOf(changes, channel)
      texts.set(id, text)
    }
    return text
  }
}

/** Returns what the readers of a channel are sent; null if none of it has changed. */
function textOf(changes: readonly StaleFiles[], channel: FollowedChannel): string | null {
  const files = new Map<string, Files>()
  for (const change of changes) {
    if (!concerns(change, channel)) continue
    if (change.files === null) return changedText(null)
    // The files of a release never change.
    if (channel.kind === 'release') continue
    for (const { language, namespace } of change.files) {
      const file = { language: channel.hasOtherLanguages ? null : language, namespace }
      files.set(`${file.language} ${namespace}`, file)
    }
  }
  if (files.size === 0) return null
  return changedText(files.size > FILES_MAX ? null : [...files.values()])
}

/** `files` null: any of them; `language` null: in any language. */
function changedText(files: readonly Files[] | null): string {
  return `event: changed\ndata: ${JSON.stringify({ files })}\n\n`
}
