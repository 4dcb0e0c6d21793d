import { type Outgoing, OutgoingError } from '../outgoing/open-outgoing.ts'
import { ForgeError } from './forge-error.ts'
import { listAt, valueAt, WrongForm } from './read-answer.ts'

export type ForgeCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the base of the API, with its parameters. */
  readonly path: string
  readonly body?: unknown
}

/** Calls of one forge's API. All throw ForgeError. */
export type ForgeCalls = {
  readonly host: string
  /**
   * Returns what `read` makes of the answer; `read` throws WrongForm for an answer of another form. `saidBy`
   * makes a message of the forge ready to be shown: short, and without secrets.
   */
  readonly ask: <T>(
    call: ForgeCall,
    read: (answer: unknown, saidBy: (message: unknown) => string) => T,
  ) => Promise<T>
  /** Returns all entries of a list, page by page; `entries` finds them in the answer. */
  readonly list: (
    path: string,
    options?: {
      readonly pagesMax?: number
      /** `false`: the forge returns the whole list. */
      readonly hasPages?: boolean
      readonly entries?: (answer: unknown) => readonly unknown[]
    },
  ) => Promise<readonly unknown[]>
}

export type ForgeCallsOptions = {
  readonly outgoing: Pick<Outgoing, 'fetch' | 'inspect'>
  readonly now: () => Date
  /** The URL that paths are appended to, without a trailing slash. */
  readonly base: string
  /** Identify the caller, and the supported versions. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  /** Name of the parameter for the page size. */
  readonly pageSize: { readonly name: string; readonly size: number }
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const REDIRECTS_MAX = 3
const PAGES_MAX = 20
/** Of every list, however long the forge says that it is. */
const PAGES_LIMIT = 200
const SAYS_MAX = 200
/** Used if a forge limits the rate but does not say until when. */
const RATE_LIMIT_MS = 60_000

type Answer = { readonly response: Response; readonly value: unknown }

export function openForgeCalls(options: ForgeCallsOptions): ForgeCalls {
  const { now, base, headers, pageSize } = options
  const { host } = new URL(base)

  async function goodAnswerTo(call: ForgeCall): Promise<Answer> {
    const answer = await answerTo(options, call)
    if (answer.response.ok) {
      if (answer.value === NOT_JSON)
        throw new ForgeError('unexpected-answer', { host, status: answer.response.status })
      return answer
    }
    throw errorOfAnswer(answer, { host, now: now(), secrets: Object.values(await headers()) })
  }

  return {
    host,
    async ask(call, read) {
      const answer = await goodAnswerTo(call)
      const secrets = Object.values(await headers())
      return readWith(host, answer, (value) => read(value, (said) => wordsOf({ message: said }, secrets)))
    },
    async list(path, { pagesMax = PAGES_MAX, hasPages = true, entries = readList } = {}) {
      if (!hasPages) return readWith(host, await goodAnswerTo({ path }), entries)
      const all: unknown[] = []
      const mark = path.includes('?') ? '&' : '?'
      for (let page = 1; page <= Math.min(pagesMax, PAGES_LIMIT); page++) {
        const answer = await goodAnswerTo({
          path: `${path}${mark}${pageSize.name}=${pageSize.size}&page=${page}`,
        })
        const found = readWith(host, answer, entries)
        // A forge that never ends its list must not keep us forever.
        if (found.length === 0) break
        all.push(...found)
        // The address of the next page is not followed; pages are counted here.
        if (!/\brel="?next"?/.test(answer.response.headers.get('link') ?? '')) break
      }
      return all
    },
  }
}

/** Returns whatever the forge answers, also an error. */
async function answerTo(
  { outgoing, base, headers, timeoutMs = TIMEOUT_MS }: ForgeCallsOptions,
  { method = 'GET', path, body }: ForgeCall,
): Promise<Answer> {
  const { host } = new URL(base)
  let address = new URL(base + path)
  await refusePlain(outgoing, address)
  const sent = await headers()
  for (let followed = 0; ; followed++) {
    const response = await outgoing
      .fetch(address, {
        method,
        headers: { ...sent, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        maxBytes: MAX_BYTES,
        redirects: 'none',
      })
      .catch((error: unknown) => {
        throw errorOfOutgoing(error, host)
      })
    const next = redirectOf(response, address)
    if (next === null) return { response, value: await contentOf(response) }
    // The repository was renamed, and the forge redirects from its old name.
    if (next.origin !== address.origin || followed === REDIRECTS_MAX || !mayRepeat(method, response.status))
      throw new ForgeError('moved', { host, status: response.status })
    address = next
  }
}

/** Refuses plain http to public hosts: anyone on the way could use the token. */
async function refusePlain(outgoing: ForgeCallsOptions['outgoing'], address: URL): Promise<void> {
  const { host } = address
  if (address.protocol !== 'http:') return
  const { isPublic } = await outgoing.inspect(address).catch((error: unknown) => {
    throw errorOfOutgoing(error, host)
  })
  if (isPublic) throw new ForgeError('not-https', { host })
}

/** Reads an answer; what has another form is an error of the forge. */
function readWith<T>(host: string, { response, value }: Answer, read: (answer: unknown) => T): T {
  try {
    return read(value)
  } catch (error) {
    if (!(error instanceof WrongForm)) throw error
    throw new ForgeError('unexpected-answer', { host, status: response.status, cause: error })
  }
}

const readList = (answer: unknown) => listAt(answer)

const NOT_JSON = Symbol('not JSON')

async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}

function redirectOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null
  return URL.canParse(location, from.href) ? new URL(location, from) : null
}

/**
 * Whether a redirected call can be repeated: a write only if the forge says that it must be the same request.
 */
function mayRepeat(method: string, status: number): boolean {
  return method === 'GET' || status === 307 || status === 308
}

function errorOfOutgoing(error: unknown, host: string): unknown {
  if (!(error instanceof OutgoingError)) return error
  switch (error.reason) {
    case 'not-public':
    case 'not-web':
      return new ForgeError('address-refused', { host, cause: error })
    case 'answer-too-large':
      return new ForgeError('unexpected-answer', { host, cause: error })
    default:
      return new ForgeError('unreachable', { host, cause: error })
  }
}

type ErrorContext = { readonly host: string; readonly now: Date; readonly secrets: readonly string[] }

/** Returns the error of an answer, by its status and the forge's message. */
export function errorOfAnswer({ response, value }: Answer, { host, now, secrets }: ErrorContext): ForgeError {
  const { status, headers } = response
  const says = wordsOf(value, secrets)
  const details = { host, status, says }
  if (status === 429 || (status === 403 && isRateLimit(headers, says)))
    return new ForgeError('rate-limited', { ...details, retryAt: retryAtOf(headers, now) })
  if (status === 401) return new ForgeError('sign-in-refused', { ...details, answeredAt: dateOf(headers) })
  if (status === 403) return new ForgeError('not-allowed', details)
  if (status === 404 || status === 410) return new ForgeError('not-found', details)
  if (status >= 500) return new ForgeError('unreachable', details)
  if ([400, 409, 422].includes(status)) {
    if (/already exists/i.test(says)) return new ForgeError('pull-request-exists', details)
    if (/no commits between|no (?:changes|new commits)|there is no difference/i.test(says))
      return new ForgeError('nothing-to-merge', details)
    if (isBranchMissing(value, says)) return new ForgeError('branch-missing', details)
  }
  return new ForgeError('unexpected-answer', details)
}

function isRateLimit(headers: Headers, says: string): boolean {
  return (
    headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || /rate limit/i.test(says)
  )
}

/** Longer waits make no sense, and some numbers are not valid times. */
const RETRY_WITHIN_MS = 24 * 60 * 60_000

function retryAtOf(headers: Headers, now: Date): Date {
  return new Date(Math.min(retryMsOf(headers, now), now.getTime() + RETRY_WITHIN_MS))
}

function retryMsOf(headers: Headers, now: Date): number {
  const after = headers.get('retry-after')
  if (after !== null && /^\d+$/.test(after)) return now.getTime() + Number(after) * 1000
  if (after !== null && !Number.isNaN(Date.parse(after))) return Date.parse(after)
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN)
  if (reset * 1000 > now.getTime()) return reset * 1000
  return now.getTime() + RATE_LIMIT_MS
}

function dateOf(headers: Headers): Date | null {
  const ms = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(ms) ? null : new Date(ms)
}

function isBranchMissing(value: unknown, says: string): boolean {
  const errors = valueAt(value, 'errors')
  const named = Array.isArray(errors) ? errors : []
  return (
    named.some(
      (one) => valueAt(one, 'code') === 'invalid' && /^(?:head|base)$/.test(String(valueAt(one, 'field'))),
    ) || /branch\b.*\b(?:does not exist|not found|is invalid)/i.test(says)
  )
}

/** Returns the forge's message, in any of the forms that forges use, without secrets. */
function wordsOf(value: unknown, secrets: readonly string[]): string {
  const words: string[] = []
  collect(value, words, 0)
  let text = words.join('; ').replace(/\s+/g, ' ').trim()
  for (const secret of secrets.flatMap((one) => one.split(' ')))
    if (secret.length >= 8) text = text.replaceAll(secret, '…')
  return text.length > SAYS_MAX ? `${text.slice(0, SAYS_MAX - 1)}…` : text
}

function collect(value: unknown, words: string[], depth: number): void {
  if (depth > 4 || words.length > 10) return
  if (typeof value === 'string') words.push(value)
  else if (Array.isArray(value)) for (const one of value) collect(one, words, depth + 1)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      if (depth > 0 || /^(?:message|error|errors|error_description)$/.test(name))
        if (!/^(?:resource|field|code|documentation_url|url)$/.test(name)) collect(inner, words, depth + 1)
}
