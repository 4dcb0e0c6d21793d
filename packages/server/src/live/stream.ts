import type { LiveHub, SentEvent } from './hub.ts'

/** A comment this often keeps proxies from closing a silent connection, and finds readers that are gone. */
export const HEARTBEAT_MS = 15_000
/** A reader that lets more than this pile up is dropped; it comes back and catches up. */
const BACKLOG_BYTES = 1024 * 1024

export type StreamRequest = {
  readonly projectId: number
  readonly lastSeen: number | null
  readonly revision: number
  readonly sessionHash: string | null
  readonly heartbeatMs?: number
}

/** The server-sent events of one project as an endless answer. */
export function liveStream(
  hub: LiveHub,
  { projectId, lastSeen, revision, sessionHash, heartbeatMs = HEARTBEAT_MS }: StreamRequest,
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
        const part = hub.join(
          projectId,
          { lastSeen, revision },
          { send: (sent) => write(textOf(sent)), end, sessionHash },
        )
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
  return `${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** The last event a reader has seen, from the browser's header or the query; null for a new reader. */
export function lastSeenOf(request: Request): number | null {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('lastEventId')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
