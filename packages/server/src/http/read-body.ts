import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'

/**
 * Largest JSON body: many times a bulk edit of 10,000 keys, or one translation with every form at its limit.
 */
export const JSON_BODY_LIMIT_BYTES = 8 * 1024 * 1024

/**
 * Reads the JSON of a request. Requires the content type: a form of another site cannot send it without a
 * preflight. Throws `unsupported-body`, `too-large`, `invalid-input`.
 */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json')
  const bytes = await readLimited(request, JSON_BODY_LIMIT_BYTES)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '', code: 'not-json' }] })
  }
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

/** Reads the fields of a form that another server sends. Throws `unsupported-body` and `too-large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded')
  return new URLSearchParams(new TextDecoder().decode(await readLimited(request, FORM_LIMIT_BYTES)))
}

const SIGNED_LIMIT_BYTES = 2 * 1024 * 1024

/** Reads the exact bytes of a signed message. Throws `too-large`. */
export function readSigned(request: Request): Promise<Uint8Array> {
  return readLimited(request, SIGNED_LIMIT_BYTES)
}

function requireType(request: Request, wanted: string): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new Failure('unsupported-body', { wanted })
}

async function readLimited(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Failure('too-large', { limitBytes })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}
