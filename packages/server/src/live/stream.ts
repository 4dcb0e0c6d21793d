import type { EventPosition } from '@dragoman/store'
import type { LiveHub, SentEvent } from './hub.ts'

/** A comment this often keeps proxies from closing a silent connection, and finds readers that are gone. */
export const HEARTBEAT_MS = 15_000
/** A reader that lets more than this pile up is dropped; it comes back and catches up. */
const BACKLOG_BYTES = 1024 * 1024

export type StreamRequest = {
  readonly projectId: number
  readonly lastSeen: EventPosition | null
  readonly sessionHash: string
  readonly userId?: number | null
  readonly heartbeatMs?: number
}

/** The server-sent events of one project as an endless answer. */
export function liveStream(
  hub: LiveHub,
  { projectId, lastSeen, sessionHash, userId = null, heartbeatMs = HEARTBEAT_MS }: StreamRequest,
): Response {
  const encoder = new TextEncoder()
  let leave = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true
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
          end,
          sessionHash,
          userId,
        })
        leave = () => {
          clearInterval(heartbeat)
          part()
        }
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_BYTES }),
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function textOf({ id, event }: SentEvent): string {
  return `id: ${id.number}-${id.mark}\ndata: ${JSON.stringify(event)}\n\n`
}

/** An id nobody was given is of no event that is known: the reader starts anew. */
const UNKNOWN: EventPosition = { number: 0, mark: '' }

/** The last event a reader has seen, from the browser's header or the query; null for a new reader. */
export function lastSeenOf(request: Request): EventPosition | null {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('lastEventId')
  if (text === null || text === '') return null
  const [, number, mark] = /^(\d{1,15})-([0-9a-f]{8})$/.exec(text) ?? []
  return number === undefined || mark === undefined ? UNKNOWN : { number: Number(number), mark }
}
