import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'

/**
 * Reads the JSON of a request. Requires the content type: a form of another site cannot send it without a
 * preflight. Throws `unsupported-body`, `too-large`, `too-slow` if it has not arrived within `withinMs`, and
 * `invalid-input`.
 */
export async function readJson(
  request: Request,
  {
    limitBytes,
    depthMax,
    withinMs,
  }: { readonly limitBytes: number; readonly depthMax: number; readonly withinMs: number },
): Promise<unknown> {
  requireType(request, 'application/json')
  const bytes = await readLimited(request, limitBytes, withinMs)
  if (isNestedDeeper(bytes, depthMax)) throw notJson('too-deep')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notJson('not-json')
  }
}

function notJson(code: string): Failure {
  return new Failure('invalid-input', {}, { fields: [{ pointer: '', code }] })
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

/** Returns the body of a route that takes a file of any size as a stream. Throws `unsupported-body`. */
export function requireFile(request: Request): ReadableStream<Uint8Array> | null {
  requireType(request, 'application/octet-stream')
  return request.body
}

/** Reads the bytes of a raw route. Throws `unsupported-body` and `too-large`. */
export async function readFileBytes(request: Request): Promise<Uint8Array> {
  requireType(request, 'application/octet-stream')
  return readLimited(request, LIMITS.fileBytesMax)
}

const FORM_LIMIT_BYTES = 64 * 1024

/** Reads the fields of a form that another server sends. Throws `unsupported-body`, `too-large` and `too-slow`. */
export async function readForm(request: Request, withinMs: number): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded')
  return new URLSearchParams(new TextDecoder().decode(await readLimited(request, FORM_LIMIT_BYTES, withinMs)))
}

const SIGNED_LIMIT_BYTES = 2 * 1024 * 1024

/** Reads the exact bytes of a signed message. Throws `too-large` and `too-slow`. */
export function readSigned(request: Request, withinMs: number): Promise<Uint8Array> {
  return readLimited(request, SIGNED_LIMIT_BYTES, withinMs)
}

function requireType(request: Request, wanted: string): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new Failure('unsupported-body', { wanted })
}

async function readLimited(
  request: Request,
  limitBytes: number,
  withinMs: number | null = null,
): Promise<Uint8Array> {
  const tooLarge = () => new Failure('too-large', { limitBytes })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  if (request.body === null) return new Uint8Array()
  const limit = timeLimit(withinMs)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { value } = await Promise.race([reader.read(), limit.over])
      if (value === undefined) break
      size += value.byteLength
      if (size > limitBytes) throw tooLarge()
      chunks.push(value)
    }
  } finally {
    limit.end()
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

/** `over` rejects with `too-slow` after a time, unless `end` is called before; null: never. */
function timeLimit(ms: number | null): { readonly over: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | null = null
  const over = new Promise<never>((_, reject) => {
    if (ms !== null) timer = setTimeout(() => reject(new Failure('too-slow', { seconds: ms / 1000 })), ms)
  })
  return {
    over,
    end: () => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
