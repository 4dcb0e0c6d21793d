import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuiltBundle } from '../publish/build-bundle-text.ts'
import type { Encoding } from './encoding.ts'

/** One encoding of a bundle with its headers ready to be written. */
export type BundleVariant = {
  readonly etag: string
  readonly body: Buffer
  readonly head200: string[]
  readonly head304: string[]
}

/** One file in memory: its text, and every encoding that was asked for. */
export type Bundle = Omit<BuiltBundle, 'text'> & {
  readonly variants: ReadonlyMap<Encoding, BundleVariant>
  readonly pending: Map<Encoding, Promise<BundleVariant>>
  readonly store: (encoding: Encoding, variant: BundleVariant) => void
  readonly plain: BundleVariant
  readonly hash: string
  readonly sizeBytes: () => number
}

/**
 * Quick levels: a saved string must be in the next answer; the last per cent of size is not worth a second of
 * waiting.
 */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** Of a large body the last twentieth costs more than half of the time. */
const GZIP_LEVEL_OF_LARGE = 4
const LARGE_BYTES = 256 * 1024

const compress = { gzip: promisify(gzip), brotli: promisify(brotliCompress) }

export function bundleFrom({ text, ...rest }: BuiltBundle): Bundle {
  const body = Buffer.from(text)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const plain = variantFrom(body, hash, 'identity')
  const variants = new Map<Encoding, BundleVariant>([['identity', plain]])
  let size = body.length
  return {
    ...rest,
    variants,
    pending: new Map(),
    store(encoding, variant) {
      variants.set(encoding, variant)
      size += variant.body.length
    },
    plain,
    hash,
    sizeBytes: () => size,
  }
}

/** A bundle in an encoding, compressed at its first use and once only. */
export function variantOf(bundle: Bundle, encoding: Encoding): Promise<BundleVariant> | BundleVariant {
  const ready = bundle.variants.get(encoding)
  if (ready !== undefined) return ready
  const running = bundle.pending.get(encoding)
  if (running !== undefined) return running
  const task = compressBody(bundle.plain.body, encoding).then((body) => {
    const variant = variantFrom(body, bundle.hash, encoding)
    bundle.store(encoding, variant)
    bundle.pending.delete(encoding)
    return variant
  })
  bundle.pending.set(encoding, task)
  return task
}

async function compressBody(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'identity':
      return body
    case 'gzip':
      return compress.gzip(body, { level: body.length > LARGE_BYTES ? GZIP_LEVEL_OF_LARGE : GZIP_LEVEL })
    case 'br':
      return compress.brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      })
    default:
      return encoding satisfies never
  }
}

/** Each encoding is a representation of its own and has its own strong tag (RFC 9110 §8.8.3). */
function variantFrom(body: Buffer, hash: string, encoding: Encoding): BundleVariant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const both = [
    'ETag',
    etag,
    'Cache-Control',
    'no-cache',
    'Vary',
    'Accept-Encoding',
    'Access-Control-Allow-Origin',
    '*',
  ]
  const head200 = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...both,
  ]
  return { etag, body, head200, head304: both }
}
