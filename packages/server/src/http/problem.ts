import type { ServerResponse } from 'node:http'
import { FAILURES, Failure, type FailureCode, type Problem } from '@dragoman/contract'
import {
  DatabaseUnavailableError,
  DiskFullError,
  NameTakenError,
  ProjectGoneError,
  QueryTooCostlyError,
  StorageFailedError,
} from '@dragoman/store'

/** Seconds after which a caller can retry, unless known better. */
const RETRY_AFTER_S = 5

/** Returns the answer to a failure: an RFC 9457 problem document with its status. */
export function problemResponse(failure: Failure): Response {
  const problem = problemOf(failure)
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (failure.code === 'too-many-requests' || failure.code === 'busy') {
    headers.set('retry-after', String(failure.params.retryAfterS ?? RETRY_AFTER_S))
  }
  // The rest of the body can still come.
  if (failure.code === 'too-slow') headers.set('connection', 'close')
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}

export function problemOf(failure: Failure): Problem {
  return {
    type: `urn:dragoman:problem:${failure.code}`,
    title: titleOf(failure.code),
    status: FAILURES[failure.code],
    code: failure.code,
    params: failure.params,
    errors: failure.fields.map(({ pointer, code, params }) => ({
      pointer,
      code,
      ...(params ? { params } : {}),
    })),
    ...(failure.current === undefined ? {} : { current: failure.current }),
  }
}

/** Returns the failure that an error means to the caller; null for a bug, which must stay visible. */
export function expectedFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  if (error instanceof DatabaseUnavailableError) return new Failure('busy', { retryAfterS: RETRY_AFTER_S })
  if (error instanceof QueryTooCostlyError) return new Failure('busy', { what: error.what, ...error.params })
  if (error instanceof StorageFailedError)
    return new Failure('busy', { what: 'storage', reason: error.reason, retryAfterS: RETRY_AFTER_S })
  if (error instanceof DiskFullError || isNoRoom(error)) return new Failure('no-room')
  if (error instanceof ProjectGoneError) return new Failure('not-found', { what: 'project' })
  if (error instanceof NameTakenError) {
    const { taken, what } = error
    return new Failure('already-exists', what === null ? { name: taken } : { name: taken, what })
  }
  return null
}

/** Whether a file could not be written because the disk, or a quota, is full. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** Answers a request that comes before everything is there that answers need. */
export function answerTooEarly(response: ServerResponse): void {
  const failure = new Failure('busy', { retryAfterS: 1 })
  response.writeHead(FAILURES[failure.code], {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'retry-after': '1',
  })
  response.end(JSON.stringify(problemOf(failure)))
}

/** Returns a title for readers of raw answers; the client has its own text per code and language. */
function titleOf(code: FailureCode): string {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
