import { jsonOrNull } from '@dragoman/core'
import { z } from 'zod'
import { Failure, problemSchema } from './failures.ts'
import type { Route } from './route.ts'

/** The id of the person whom a page shows as signed in, e.g. `user:1`: the server refuses calls with another person's session. */
export const PERSON_HEADER = 'dragoman-person'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export type Call<P, Q, B> = {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Bytes of a raw route. */
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob
  readonly signal?: AbortSignal | undefined
}

/** Returns the URL of a route with its parameters and query, e.g. `/api/projects/shop/keys?limit=100`. */
export function addressOf<P, Q, B, R>(route: Route<P, Q, B, R>, call: Call<P, Q, B>): string {
  const params = new Map(Object.entries(call.params ?? {}))
  const path = route.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value))
  const search = query.toString()
  return `/api${path}${search === '' ? '' : `?${search}`}`
}

/**
 * Calls an endpoint and parses its reply. Throws `Failure` for every error response; network errors pass
 * through.
 */
export async function callRoute<P, Q, B, R>(
  fetcher: Fetch,
  route: Route<P, Q, B, R>,
  call: Call<P, Q, B>,
): Promise<R> {
  const headers = new Headers({ accept: 'application/json' })
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin' }
  if (call.signal) init.signal = call.signal
  if (call.bytes) {
    headers.set('content-type', 'application/octet-stream')
    init.body = call.bytes
  } else if (call.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(call.body)
  }
  const response = await fetcher(addressOf(route, call), init)
  if (response.ok && route.file !== undefined) return route.reply.parse(fileOf(response, route.file))
  const text = await response.text()
  if (response.ok) return route.reply.parse(JSON.parse(text))
  throw failureOf(response.status, text)
}

/** Whether an error of `callRoute` is about a reply that is not one of this version of Dragoman. */
export function isUnexpectedReply(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof z.ZodError
}

/**
 * Reads a file response. File names in the header are based on URL names of projects: letters, digits and
 * hyphens. Throws SyntaxError if it has another type: a proxy's page for signing in is no archive.
 */
function fileOf({ headers, body }: Response, type: string): unknown {
  const [found = ''] = (headers.get('content-type') ?? '').toLowerCase().split(/[;\s]/)
  const isOfType = type.endsWith('/*') ? found.startsWith(type.slice(0, -1)) : found === type
  if (found !== '' && !isOfType) throw new SyntaxError(`A file of the type ${found} instead of ${type}`)
  const [, fileName = ''] = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? []
  const length = headers.get('content-length')
  return { fileName, sizeBytes: length === null ? null : Number(length), bytes: body }
}

/**
 * Returns the failure that a problem document describes. Without one, a status over 500 is that of a proxy that waits
 * for the server (502 to 504, and 520 to 530 of content networks): `busy`; anything else becomes `unexpected`.
 */
export function failureOf(status: number, text: string): Failure {
  const problem = problemSchema.safeParse(jsonOrNull(text))
  if (!problem.success) return new Failure(status > 500 ? 'busy' : 'unexpected', { status })
  const { params, errors: reported } = problem.data
  switch (problem.data.code) {
    case 'stale-edit':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    case 'failing-checks':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    case 'stale-member':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    case 'stale-task':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    case 'unsent-texts':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    case 'changed-since':
      return new Failure(problem.data.code, params, { reported, current: problem.data.current })
    default:
      return new Failure(problem.data.code, params, { reported })
  }
}
