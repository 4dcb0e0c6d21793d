import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../terminal.ts'

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 300
/** The longest pause that is awaited; after longer ones, a person should check the server. */
const LONGEST_PAUSE_MS = 60_000
/** Too many requests, and a busy server: it has not processed anything. */
const PASSING = new Set([429, 503])
/** From a proxy that got no answer: the server can have processed the call. */
const UNANSWERED = new Set([502, 504])

export type Waiting = {
  /** Called before each pause. */
  readonly onPause?: (seconds: number, reason: string) => void
  readonly pause?: (ms: number) => Promise<void>
}

type Reading = {
  /** The body is a file that is not read here: the caller must expect a broken connection while reading it. */
  readonly isStreamed?: boolean
}

/**
 * Returns a `fetch` that retries with exponential backoff while a server is busy, and honors `Retry-After`.
 * After a connection that broke before or within the response, and if a proxy got no answer, only calls without side
 * effects are retried; if no connection was established, all are. Throws CommandError if the server cannot be reached.
 */
export function fetchWithRetries({ onPause, pause = (ms) => sleep(ms) }: Waiting = {}) {
  return async (address: string, init: RequestInit, reading: Reading = {}): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const { response, broken } = await tried(address, init, reading)
      const again = response === null ? broken.canRetry : isPassing(response.status, init)
      const pauseMs = pauseAfter(attempt, response)
      if (!again || attempt === ATTEMPTS || pauseMs > LONGEST_PAUSE_MS) {
        if (response !== null) return response
        throw new CommandError(`${new URL(address).origin} cannot be reached: ${broken.reason}.`)
      }
      await response?.body?.cancel()
      const reason = response === null ? broken.reason : `it responds with ${response.status}`
      onPause?.(Math.ceil(pauseMs / 1000), reason)
      await pause(pauseMs)
    }
  }
}

type Answer =
  | { readonly response: Response; readonly broken: null }
  | { readonly response: null; readonly broken: { readonly canRetry: boolean; readonly reason: string } }

async function tried(address: string, init: RequestInit, { isStreamed = false }: Reading): Promise<Answer> {
  try {
    // A redirect must not receive the token.
    const response = await fetch(address, { ...init, redirect: 'error' })
    return { response: isStreamed && response.ok ? response : await readWhole(response), broken: null }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const code = codeOf(error.cause)
    const isUnconnected = code === 'ECONNREFUSED' || code === 'EAI_AGAIN'
    const isTemporary = !NEVER.has(code) && error.cause !== undefined
    return {
      response: null,
      broken: {
        canRetry: isUnconnected || (changesNothing(init) && isTemporary),
        reason: reasonOf(error),
      },
    }
  }
}

/** Reads a body here, where a connection that breaks in the middle of it is noticed. */
async function readWhole(response: Response): Promise<Response> {
  if (response.body === null) return response
  const { status, statusText, headers } = response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

/** Returns why a connection broke, for an error of `fetch` or of reading its body; null for any other error. */
export function brokenReason(error: unknown): string | null {
  return error instanceof TypeError ? reasonOf(error) : null
}

function reasonOf(error: TypeError): string {
  const code = codeOf(error.cause)
  return REASONS.get(code) ?? (code === '' ? messageOf(error) : code)
}

function isPassing(status: number, init: RequestInit): boolean {
  return PASSING.has(status) || (UNANSWERED.has(status) && changesNothing(init))
}

function changesNothing({ method = 'GET' }: RequestInit): boolean {
  return method === 'GET'
}

/** Errors that a retry would not fix. */
const NEVER = new Set([
  'ENOTFOUND',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOTFOUND', 'there is no host with this name'],
  ['ECONNREFUSED', 'no program listens on that port'],
  ['ECONNRESET', 'the connection was cut'],
  ['UND_ERR_SOCKET', 'the connection was cut'],
  ['ETIMEDOUT', 'there was no response'],
  ['UND_ERR_HEADERS_TIMEOUT', 'there was no response'],
  ['UND_ERR_BODY_TIMEOUT', 'the response stopped in the middle'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed; set NODE_EXTRA_CA_CERTS to trust it'],
])

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

function pauseAfter(attempt: number, response: Response | null): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN)
  const own = FIRST_PAUSE_MS * 2 ** (attempt - 1)
  return Number.isFinite(asked) ? Math.max(asked * 1000, own) : own
}
