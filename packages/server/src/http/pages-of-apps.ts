import type { Context } from 'hono'
import { readToken } from './api-token.ts'

/** The context variable for the origin whose pages can read the answer. */
const READER = 'readerOrigin'

/**
 * Returns the origin of the page that calls with a token; null for a call with a session, or from a program.
 */
export function originOfPage({ headers }: Request): string | null {
  return readToken(headers.get('authorization') ?? undefined) === null ? null : headers.get('origin')
}

/**
 * Lets pages of this origin read the answer to this call. Never with cookies, which are ignored alongside a
 * token.
 */
export function allowToRead(context: Context, origin: string): void {
  context.set(READER as never, origin as never)
}

/** Adds the headers for `allowToRead` to an answer, also to that of a failure. */
export function addReader(context: Context): void {
  const origin: unknown = context.get(READER as never)
  if (typeof origin !== 'string') return
  context.res.headers.set('access-control-allow-origin', origin)
  context.res.headers.append('vary', 'Origin')
}

/**
 * Answers a browser that asks, without the token, whether a page can call with one. Any page can try: it can
 * read the answer only with a token for its origin.
 */
export function answerPreflight({ headers }: Request): Response {
  const origin = headers.get('origin')
  return new Response(null, {
    status: 204,
    headers: {
      ...(origin === null ? {} : { 'access-control-allow-origin': origin }),
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
      vary: 'Origin',
    },
  })
}
