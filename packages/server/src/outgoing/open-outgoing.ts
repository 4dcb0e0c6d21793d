import { lookup as lookupName } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AllowedPlaces, mayConnectTo } from './allowed-addresses.ts'

/** Why a request to elsewhere was not made, or its answer not taken. */
export type OutgoingReason =
  /** Neither http nor https, a name and password in the address, or HTTPS that leads to plain HTTP. */
  | 'not-web'
  /** A private, local or reserved address that the operator has not allowed. */
  | 'not-public'
  | 'no-such-host'
  | 'too-many-redirects'
  | 'answer-too-large'
  | 'too-slow'
  /** Nobody there, no TLS, or the connection broke. */
  | 'no-connection'

/** A request to elsewhere that came to nothing. Neither address nor answer of the other side is in it. */
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
  /** For all of it, with redirects. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** `none`: an answer that leads elsewhere is an answer like others. */
  readonly redirects?: 'follow' | 'none'
  readonly signal?: AbortSignal | null
}

/** Every request that this server makes to another one. */
export type Outgoing = {
  /** Throws OutgoingError. */
  readonly fetch: (address: string | URL, request?: OutgoingRequest) => Promise<Response>
}

export type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>

export type OutgoingOptions = {
  readonly allowed: AllowedPlaces
  readonly userAgent: string
  /** The addresses of a name; of the system where none is given. */
  readonly lookup?: Lookup
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1024 * 1024
const REDIRECTS_MAX = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** What must not reach another origin than the one it was meant for. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization'])
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Requests to addresses that people give (an issuer, a webhook, a repository) must not reach what only this
 * machine can: each name is resolved once, the address is checked, and the connection goes to just that
 * address, so that a name which answers differently a moment later gains nothing. Redirects are followed by
 * hand, and each of them is looked at like the first address (docs/decisions/0053).
 */
export function openOutgoing({ allowed, userAgent, lookup = resolveName }: OutgoingOptions): Outgoing {
  async function addressOf(url: URL): Promise<string> {
    const host = hostOf(url)
    const found = isIP(host) ? [{ address: host }] : await lookup(host).catch(() => [])
    if (found.length === 0) throw new OutgoingError('no-such-host', host)
    const usable = found.find(({ address }) => mayConnectTo(address, host, allowed))
    if (usable === undefined) throw new OutgoingError('not-public', host)
    return usable.address
  }

  return {
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
          const pinned = await unlessEnded(addressOf(url), ends)
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

function limitOf({ maxBytes = MAX_BYTES }: OutgoingRequest): { readonly maxBytes: number } {
  return { maxBytes }
}

async function resolveName(host: string): Promise<readonly { readonly address: string }[]> {
  return lookupName(host, { all: true })
}

/** The host of an address as people write it: an IPv6 address has no brackets, a name no final dot. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function webAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutgoingError('not-web', url?.hostname ?? '')
  return url
}

/** Where an answer leads; null where it is the last one. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return null
  if (!URL.canParse(headers.location, from.href)) throw new OutgoingError('not-web', hostOf(from))
  const next = webAddress(new URL(headers.location, from.href))
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new OutgoingError('not-web', hostOf(next))
  return next
}

/** A body may hold secrets too, so that it goes to no other origin. */
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

/** Connects to the checked address and to no other; the certificate is still asked for the name. */
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
      // Nothing that unpacks to more than it says
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
  { host, maxBytes }: { readonly host: string; readonly maxBytes: number },
): Promise<Response> {
  const status = answer.statusCode ?? 0
  const chunks: Uint8Array[] = []
  let size = Number(answer.headers['content-length'] ?? 0)
  if (!(size > maxBytes)) {
    size = 0
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  }
  if (size > maxBytes) {
    answer.destroy()
    throw new OutgoingError('answer-too-large', host)
  }
  const headers = new Headers()
  const { rawHeaders } = answer
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers })
}

/** Looking up a name cannot be called off; nobody waits for it longer than for the rest. */
function unlessEnded<T>(work: Promise<T>, ends: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ends.reason)
    if (ends.aborted) return end()
    ends.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => ends.removeEventListener('abort', end))
  })
}
