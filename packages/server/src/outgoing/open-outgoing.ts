import { lookup as lookupName } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowedAddresses, mayConnectTo, NO_ALLOWED_ADDRESSES } from './allowed-addresses.ts'

/** Why an outgoing request was not made, or its answer not accepted. */
export type OutgoingReason =
  /** Neither http nor https, credentials in the URL, or a redirect from HTTPS to plain HTTP. */
  | 'not-web'
  /** A private, local or reserved address that the operator has not allowed. */
  | 'not-public'
  | 'no-such-host'
  | 'too-many-redirects'
  | 'answer-too-large'
  | 'too-slow'
  /** Unreachable, no TLS, or the connection broke. */
  | 'no-connection'

/** A failed outgoing request. Contains neither the URL nor the answer. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly reason: OutgoingReason
  readonly host: string

  constructor(reason: OutgoingReason, host: string, options?: ErrorOptions) {
    super(`Request to ${host}: ${reason}`, options)
    this.reason = reason
    this.host = host
  }
}

export type OutgoingRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | null
  /** For the whole request, with redirects. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** `cut`: returns the beginning of a longer answer, and of one that breaks off. */
  readonly longAnswer?: 'refuse' | 'cut'
  /** `none`: redirects are returned like other answers. */
  readonly redirects?: 'follow' | 'none'
  readonly signal?: AbortSignal | null
}

/** All requests that this server makes to others. */
export type Outgoing = {
  /** Checks whether requests can go to a URL now, without making one. Throws OutgoingError if not. */
  readonly inspect: (address: string | URL) => Promise<{
    /** Whether it is public; otherwise it is one that the operator allows. */
    readonly isPublic: boolean
  }>
  /** Throws OutgoingError. */
  readonly fetch: (address: string | URL, request?: OutgoingRequest) => Promise<Response>
  /**
   * Returns the address that an external program (Git) can connect to for a host, which is a name or an
   * address. Throws OutgoingError.
   */
  readonly resolve: (host: string) => Promise<string>
}

export type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>

export type OutgoingOptions = {
  readonly allowed: AllowedAddresses
  readonly userAgent: string
  /** Resolves a name; by default with the system's resolver. */
  readonly lookup?: Lookup
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1024 * 1024
const REDIRECTS_MAX = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Headers that must not reach another origin than the intended one. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization'])
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Opens outgoing requests. Requests to URLs from people (an issuer, a webhook, a repository) must not reach
 * what only this machine can reach: each name is resolved once, the address is checked, and the connection
 * uses exactly that address, so that a name which resolves differently a moment later gains nothing.
 * Redirects are followed here, with the same checks for each (docs/decisions/0053).
 */
export function openOutgoing({ allowed, userAgent, lookup = resolveName }: OutgoingOptions): Outgoing {
  async function resolve(host: string): Promise<string> {
    const found = isIP(host) ? [{ address: host }] : await lookup(host).catch(() => [])
    if (found.length === 0) throw new OutgoingError('no-such-host', host)
    const usable = found.find(({ address }) => mayConnectTo(address, host, allowed))
    if (usable === undefined) throw new OutgoingError('not-public', host)
    return usable.address
  }

  return {
    resolve,
    async inspect(address) {
      const url = webAddress(address)
      const ends = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const found = await unlessEnded(resolve(hostOf(url)), ends)
        return { isPublic: mayConnectTo(found, hostOf(url), NO_ALLOWED_ADDRESSES) }
      } catch (error) {
        if (error instanceof OutgoingError) throw error
        throw new OutgoingError('too-slow', hostOf(url), { cause: error })
      }
    },
    async fetch(address, request = {}) {
      const { timeoutMs = TIMEOUT_MS, redirects = 'follow', signal } = request
      let url = webAddress(address)
      let step: Step = {
        method: request.method ?? 'GET',
        headers: new Map(
          Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
        ),
        body: request.body ?? null,
      }
      const timeout = AbortSignal.timeout(timeoutMs)
      const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
      try {
        for (let followed = 0; ; followed++) {
          const pinned = await unlessEnded(resolve(hostOf(url)), ends)
          const answer = await send(url, { ...step, pinned, userAgent, ends })
          const next = redirects === 'none' ? null : redirectOf(answer, url)
          if (next === null) return await read(answer, { host: hostOf(url), ...limitOf(request) })
          answer.destroy()
          if (followed === REDIRECTS_MAX) throw new OutgoingError('too-many-redirects', hostOf(url))
          step = nextStep(step, { status: answer.statusCode ?? 0, isSameOrigin: next.origin === url.origin })
          url = next
        }
      } catch (error) {
        if (error instanceof OutgoingError) throw error
        if (signal?.aborted) throw signal.reason
        throw new OutgoingError(timeout.aborted ? 'too-slow' : 'no-connection', hostOf(url), { cause: error })
      }
    },
  }
}

type Step = {
  readonly method: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | Uint8Array | null
}

function limitOf({ maxBytes = MAX_BYTES, longAnswer = 'refuse' }: OutgoingRequest) {
  return { maxBytes, longAnswer }
}

async function resolveName(host: string): Promise<readonly { readonly address: string }[]> {
  return lookupName(host, { all: true })
}

/** Returns the host of a URL: IPv6 addresses without brackets, names without a final dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function webAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingError('not-web', url?.hostname ?? '')
  return url
}

/** Returns the target of a redirect; null if the answer is final. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return null
  if (!URL.canParse(headers.location, from.href)) throw new OutgoingError('not-web', hostOf(from))
  const next = webAddress(new URL(headers.location, from.href))
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new OutgoingError('not-web', hostOf(next))
  return next
}

/** Returns the request after a redirect. A body can contain secrets too, so it is sent to no other origin. */
function nextStep(
  { method, headers, body }: Step,
  { status, isSameOrigin }: { readonly status: number; readonly isSameOrigin: boolean },
): Step {
  const keepsBody = isSameOrigin && (status === 307 || status === 308)
  const isRead = method === 'GET' || method === 'HEAD'
  return {
    method: keepsBody || isRead ? method : 'GET',
    headers: new Map(
      [...headers].filter(
        ([name]) =>
          (isSameOrigin || !SECRET_HEADERS.has(name)) && (keepsBody || !name.startsWith('content-')),
      ),
    ),
    body: keepsBody ? body : null,
  }
}

type Sending = Step & {
  readonly pinned: string
  readonly userAgent: string
  readonly ends: AbortSignal
}

/** Connects to the checked address only; the certificate must still match the name. */
function send(
  url: URL,
  { method, headers, body, pinned, userAgent, ends }: Sending,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) => {
    const family = isIP(pinned)
    if (options.all) done(null, [{ address: pinned, family }])
    else done(null, pinned, family)
  }
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? requestHttps : requestHttp
    const request: ClientRequest = make(url, {
      method,
      // No compression, so that nothing unpacks to more than it claims.
      headers: { 'user-agent': userAgent, 'accept-encoding': 'identity', ...Object.fromEntries(headers) },
      agent: false,
      lookup,
      signal: ends,
      maxHeaderSize: 32 * 1024,
    })
    request.once('response', resolve)
    request.once('error', reject)
    request.end(body ?? undefined)
  })
}

async function read(
  answer: IncomingMessage,
  {
    host,
    maxBytes,
    longAnswer,
  }: { readonly host: string; readonly maxBytes: number; readonly longAnswer: 'refuse' | 'cut' },
): Promise<Response> {
  const status = answer.statusCode ?? 0
  const isCut = longAnswer === 'cut'
  const chunks: Uint8Array[] = []
  let size = Number(answer.headers['content-length'] ?? 0)
  if (isCut || !(size > maxBytes)) {
    size = 0
    try {
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        chunks.push(isCut ? chunk.subarray(0, maxBytes - size) : chunk)
        size += chunk.byteLength
        if (size > maxBytes) break
      }
    } catch (error) {
      if (!isCut) throw error
    }
  }
  if (size > maxBytes) {
    answer.destroy()
    if (!isCut) throw new OutgoingError('answer-too-large', host)
  }
  const headers = new Headers()
  const { rawHeaders } = answer
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers })
}

/**
 * Rejects when the request ends: a name lookup cannot be cancelled, but the caller does not wait for it
 * longer.
 */
function unlessEnded<T>(work: Promise<T>, ends: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ends.reason)
    if (ends.aborted) return end()
    ends.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => ends.removeEventListener('abort', end))
  })
}
