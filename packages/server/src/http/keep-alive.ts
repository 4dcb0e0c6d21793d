import type { ServerOptions } from 'node:http'

/**
 * How long a connection without requests is kept: longer than proxies keep theirs (nginx and most others 60
 * s), so that none sends a save into a connection that is being closed. With Node's 5 s that happened
 * occasionally, as when a busy machine delayed the timers of both sides.
 */
const KEEP_ALIVE_MS = 75_000

/** A connection that is kept must not be closed because the head of its next request is awaited. */
const HEADERS_MS = KEEP_ALIVE_MS + 5_000

/** Settings of HTTP servers. */
export const CONNECTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADERS_MS,
} as const satisfies ServerOptions
