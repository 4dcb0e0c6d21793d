import type { ServerOptions } from 'node:http'
import { LIMITS } from '@dragoman/core'
import { FILE_RATE } from './read-body.ts'

/**
 * How long a connection without requests is kept: longer than proxies keep theirs (nginx and most others 60
 * s), so that none sends a save into a connection that is being closed. With Node's 5 s that happened
 * occasionally, as when a busy machine delayed the timers of both sides.
 */
const KEEP_ALIVE_MS = 75_000

/** A connection that is kept must not be closed because the head of its next request is awaited. */
const HEADERS_MS = KEEP_ALIVE_MS + 5_000

/**
 * How long a whole request can take: as long as the largest upload at the lowest rate, and five minutes more.
 * `read-body.ts` limits each body by what it is. Node's own limit of 300 s ended uploads over slow connections.
 */
const REQUEST_MS = (LIMITS.uploadBytesMax / FILE_RATE) * 1000 + 5 * 60_000

/** Settings of HTTP servers. */
export const CONNECTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
} as const satisfies ServerOptions
