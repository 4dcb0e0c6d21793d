import { Failure } from '@dragoman/contract'
import { refusedField } from '../refused-field.ts'

/**
 * Reads the JSON of a request. Requires the content type: a form of another site cannot send it without a
 * preflight. Throws `unsupported-body`, `too-large`, `too-slow` if it has not arrived within `withinMs`, what `count`
 * throws, and `invalid-input`.
 */
export async function readJson(
  request: Request,
  { depthMax, ...limits }: Limits & { readonly depthMax: number },
): Promise<unknown> {
  requireType(request, 'application/json')
  const bytes = await readLimited(request, { ...limits, bytesPerS: null })
  if (isNestedDeeper(bytes, depthMax)) throw refusedField('', 'too-deep')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refusedField('', 'not-json')
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Returns whether JSON nests arrays and objects deeper than a limit. It looks at the bytes, because parsing them would
 * already be too much work.
 */
function isNestedDeeper(bytes: Uint8Array, depthMax: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (isInText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (OPENING.has(byte)) depth += 1
    else if (CLOSING.has(byte)) depth -= 1
    if (depth > depthMax) return true
  }
  return false
}

/** Counts bytes that have arrived and are kept in memory; throws if there are too many. */
export type CountBytes = (bytes: number) => void

type FileLimits = { readonly limitBytes: number; readonly withinMs: number }
type Limits = FileLimits & { readonly count: CountBytes }

/**
 * A file that has not arrived within the time of other bodies has to arrive at this rate, in bytes per second: a mobile
 * connection has it, and the largest file takes minutes, not hours.
 */
export const FILE_RATE = 32 * 1024

/**
 * Returns the body of a route that stores a file as it arrives. Throws `unsupported-body`; the stream ends with
 * `too-large` or `too-slow`.
 */
export function openFile(
  request: Request,
  { limitBytes, withinMs }: FileLimits,
): ReadableStream<Uint8Array> | null {
  requireType(request, 'application/octet-stream')
  if (request.body === null) return null
  // It is not kept in memory: the next piece is taken when this one is stored.
  const count = () => undefined
  const chunks = chunksOf(request, { limitBytes, withinMs, bytesPerS: FILE_RATE, count })
  return new ReadableStream({
    async pull(controller) {
      const { value } = await chunks.next()
      if (value === undefined) controller.close()
      else controller.enqueue(value)
    },
  })
}

/** Reads the bytes of a raw route. Throws `unsupported-body`, `too-large` and `too-slow`. */
export async function readFileBytes(request: Request, limits: Limits): Promise<Uint8Array> {
  requireType(request, 'application/octet-stream')
  return readLimited(request, { ...limits, bytesPerS: FILE_RATE })
}

const FORM_LIMIT_BYTES = 64 * 1024

/** Reads the fields of a form that another server sends. Throws `unsupported-body`, `too-large` and `too-slow`. */
export async function readForm(
  request: Request,
  wanted: Omit<Limits, 'limitBytes'>,
): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded')
  const limits = { ...wanted, limitBytes: FORM_LIMIT_BYTES, bytesPerS: null }
  return new URLSearchParams(new TextDecoder().decode(await readLimited(request, limits)))
}

const SIGNED_LIMIT_BYTES = 2 * 1024 * 1024

/** Reads the exact bytes of a signed message. Throws `too-large` and `too-slow`. */
export function readSigned(request: Request, limits: Omit<Limits, 'limitBytes'>): Promise<Uint8Array> {
  return readLimited(request, { ...limits, limitBytes: SIGNED_LIMIT_BYTES, bytesPerS: null })
}

function requireType(request: Request, wanted: string): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new Failure('unsupported-body', { wanted })
}

type BodyLimits = Limits & {
  /** The rate at which what has not arrived in time has to arrive; null: nothing comes later. */
  readonly bytesPerS: number | null
}

async function readLimited(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request, limits)) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/**
 * Returns the pieces of a body as they arrive. Throws `too-large` as soon as there are more bytes than allowed, and
 * `too-slow`. The rest is left to `receiveRest`: if the stream were cancelled, the client would lose the answer.
 */
async function* chunksOf(
  request: Request,
  { limitBytes, withinMs, bytesPerS, count }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new Failure('too-large', { limitBytes })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  if (request.body === null) return
  const reader = request.body.getReader()
  const startMs = performance.now()
  let size = 0
  for (;;) {
    const earnedMs = bytesPerS === null ? 0 : (size / bytesPerS) * 1000
    const limit = timeLimit(startMs + withinMs + earnedMs - performance.now(), withinMs / 1000)
    const { value } = await Promise.race([reader.read(), limit.over]).finally(limit.end)
    if (value === undefined) return
    size += value.byteLength
    if (size > limitBytes) throw tooLarge()
    count(value.byteLength)
    yield value
  }
}

/** `over` rejects with `too-slow` after a time, unless `end` is called before; `seconds` is the limit that the error names. */
function timeLimit(ms: number, seconds: number): { readonly over: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('too-slow', { seconds })), Math.max(0, ms))
  })
  return { over, end: () => clearTimeout(timer) }
}
