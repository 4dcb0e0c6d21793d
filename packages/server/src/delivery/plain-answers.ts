import type { ServerResponse } from 'node:http'

/** For pages of any origin. */
export const CORS = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  // The star does not include it.
  '*, Authorization',
]

/** A missing file can be created soon, so caches must ask again. */
const NOT_THERE = 'public, max-age=5'

/** Returns the header that lets a page read an answer that is not for every page. */
export function originHead(origins: readonly string[] | null, origin: string | undefined): string[] {
  return origins !== null && origin !== undefined && origins.includes(origin)
    ? ['Access-Control-Allow-Origin', origin]
    : []
}

/** Answers with a problem document; only "not found" can be cached for a moment. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: readonly string[] = [],
): void {
  const isNotFound = code === 'not-found'
  const body = JSON.stringify({
    type: `urn:dragoman:problem:${code}`,
    title: code,
    status,
    code,
    params: {},
    errors: [],
  })
  response.writeHead(status, [
    'Content-Type',
    'application/problem+json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    isNotFound ? NOT_THERE : 'no-store',
    // With a session or a token the same address can exist.
    ...(isNotFound ? ['Vary', 'Authorization, Cookie'] : []),
    'Access-Control-Allow-Origin',
    '*',
    ...headers,
  ])
  response.end(body)
}
