import type { EventPosition } from '@dragoman/store'
import type { LiveHub } from './hub.ts'
import type { Listener, SentEvent } from './member.ts'

/**
 * A comment at this interval keeps proxies from closing a silent connection, and detects disconnected
 * readers.
 */
export const HEARTBEAT_MS = 15_000
/** A reader with a larger backlog than this is dropped; it reconnects and catches up. */
const BACKLOG_BYTES = 1024 * 1024

export type StreamRequest = {
  readonly projectId: number
  readonly lastSeen: EventPosition | null
  readonly sessionHash: string
  readonly userId?: number | null
  readonly window?: Listener['window']
  readonly heartbeatMs?: number
}

/** Returns the server-sent events of one project as an endless answer. Throws `too-many-requests`. */
export function liveStream(
  hub: LiveHub,
  {
    projectId,
    lastSeen,
    sessionHash,
    userId = null,
    window = null,
    heartbeatMs = HEARTBEAT_MS,
  }: StreamRequest,
): Response {
  hub.requirePlace({ sessionHash, userId })
  const encoder = new TextEncoder()
  let leave = () => {}
  let isOpen = true
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = () => {
          if (!isOpen) return
          isOpen = false
          leave()
          controller.close()
        }
        const write = (text: string) => {
          if (!isOpen) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < 0) end()
        }
        const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
        heartbeat.unref()
        write('retry: 1000\n\n')
        const part = hub.join(projectId, lastSeen, {
          send: (sent) => write(textOf(sent)),
          sendPresence: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
          end,
          sessionHash,
          userId,
          window,
        })
        leave = () => {
          clearInterval(heartbeat)
          part()
        }
      },
      // What is still on its way to a disconnected reader is discarded.
      cancel() {
        isOpen = false
        leave()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

/** Returns the id by which a reader continues after an event. */
export function idOf({ number, mark }: EventPosition): string {
  return `${number}-${mark}`
}

function textOf({ id, event }: SentEvent): string {
  return `id: ${idOf(id)}\ndata: ${JSON.stringify(event)}\n\n`
}

/** An unknown id: the reader starts over. */
const UNKNOWN: EventPosition = { number: 0, mark: '' }

/**
 * Returns the last event a reader has seen, from the browser's header or the query; null for a new reader.
 */
export function lastSeenOf(request: Request): EventPosition | null {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('lastEventId')
  if (text === null || text === '') return null
  const [, number, mark] = /^(\d{1,15})-([0-9a-f]{8})$/.exec(text) ?? []
  return number === undefined || mark === undefined ? UNKNOWN : { number: Number(number), mark }
}
