import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `answeredMs`: when the last byte of the response was sent; infinite until then. `status`: 0 until then. */
export type Seen = {
  readonly method: string
  readonly path: string
  readonly atMs: number
  answeredMs: number
  status: number
}

/** What to do with a request instead of forwarding it; null forwards it. */
export type Misbehaviour = (path: string) => {
  /** 403 without another type is the refusal of the server, not of a proxy. */
  readonly status?: number
  readonly delayMs?: number
  /** Holds the request until then. */
  readonly until?: Promise<unknown>
  readonly body?: string
  readonly type?: string
} | null

export type FaultyProxy = {
  readonly origin: string
  readonly seen: Seen[]
  /** Returns the highest number of concurrent unanswered requests whose path matches. */
  mostInFlight(pattern: RegExp): number
  behave(next: Misbehaviour): void
  /** Cuts every connection, like a network failure; new ones are accepted. */
  cut(): void
  close(): Promise<void>
}

/** What the server answers to someone without the right. */
const REFUSAL = {
  type: 'application/problem+json',
  body: JSON.stringify({ type: '', title: '', status: 403, code: 'not-allowed', params: {}, errors: [] }),
}

/** Returns the server's refusal of a field, named by its JSON Pointer. */
export function refusalOfField(pointer: string, code: string): NonNullable<ReturnType<Misbehaviour>> {
  const errors = [{ pointer, code }]
  const body = JSON.stringify({ type: '', title: '', status: 422, code: 'invalid-input', params: {}, errors })
  return { status: 422, type: REFUSAL.type, body }
}

/**
 * Starts a real HTTP proxy in front of the product that can respond incorrectly, slowly or not at all. With
 * `keepsSession`, it keeps the product's cookies for callers that cannot store them.
 */
export async function startProxy(
  target: string,
  { keepsSession = false }: { readonly keepsSession?: boolean } = {},
): Promise<FaultyProxy> {
  let cookie: string | null = null
  const seen: Seen[] = []
  const spans: { path: string; start: number; end: number }[] = []
  let misbehave: Misbehaviour = () => null

  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/'
    const span = { path, start: performance.now(), end: Number.POSITIVE_INFINITY }
    spans.push(span)
    const entry: Seen = {
      method: incoming.method ?? '',
      path,
      atMs: span.start,
      answeredMs: Number.POSITIVE_INFINITY,
      status: 0,
    }
    seen.push(entry)
    answer.on('finish', () => {
      entry.answeredMs = performance.now()
      entry.status = answer.statusCode
    })
    answer.on('close', () => {
      span.end = performance.now()
    })
    const wrong = misbehave(path)
    const go = () => {
      if (wrong?.status === undefined) {
        if (cookie !== null) incoming.headers.cookie = cookie
        return pass(target, incoming, answer, (reply) => {
          const [set] = reply.headers['set-cookie'] ?? []
          if (keepsSession && set !== undefined) cookie = set.split(';')[0] ?? null
        })
      }
      const { type, body = 'no' } = wrong.status === 403 ? { ...REFUSAL, ...wrong } : wrong
      answer.writeHead(wrong.status, { 'content-type': type ?? 'text/plain' }).end(body)
    }
    if (wrong?.until) void wrong.until.then(go)
    else if (wrong?.delayMs) setTimeout(go, wrong.delayMs)
    else go()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP, so the address has a port
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    mostInFlight(pattern) {
      const chosen = spans.filter(({ path }) => pattern.test(path))
      return Math.max(
        0,
        ...chosen.map(
          ({ start }) => chosen.filter((other) => other.start <= start && other.end > start).length,
        ),
      )
    },
    behave(next) {
      misbehave = next
    },
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  onReply: (reply: IncomingMessage) => void,
): void {
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (reply) => {
      onReply(reply)
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    },
  )
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
