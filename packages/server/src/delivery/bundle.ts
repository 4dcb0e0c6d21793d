import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RevisedBundle } from '../publish/build-bundle.ts'
import type { Encoding } from './encoding.ts'
import { nameOfServedFile } from './served-place.ts'

/** One encoding of a bundle, with headers that are ready to be written. */
export type BundleVariant = {
  readonly etag: string
  readonly body: Buffer
  /** Null: the headers are the same for any page. */
  readonly origins: readonly string[] | null
  readonly head200: string[]
  readonly head304: string[]
}

/** One file in memory: its text, and every encoding that was requested. */
export type Bundle = Omit<RevisedBundle, 'bytes'> & {
  readonly variants: ReadonlyMap<Encoding, BundleVariant>
  readonly pending: Map<Encoding, Promise<BundleVariant>>
  readonly store: (encoding: Encoding, variant: BundleVariant) => void
  readonly plain: BundleVariant
  /** Identifies the file for counting what was served; null if it is not one of the project's files. */
  readonly place: string | null
  readonly hash: string
  readonly sizeBytes: () => number
}

/**
 * Fast levels: a saved string must be in the next answer; the last percent of size is not worth a second of
 * waiting.
 */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** For a large body, the last twentieth takes more than half of the time. */
const GZIP_LEVEL_OF_LARGE = 4
const LARGE_BYTES = 256 * 1024

const compress = { gzip: promisify(gzip), brotli: promisify(brotliCompress) }

export function bundleFrom({ bytes, ...rest }: RevisedBundle): Bundle {
  const body = ownBytes(bytes)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const plain = variantFrom(body, { ...rest, hash, encoding: 'identity' })
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
    place: rest.of === 'manifest' || !rest.isOwn ? null : nameOfServedFile(rest),
    hash,
    sizeBytes: () => size,
  }
}

/** Returns a bundle in an encoding, compressed once, at its first use. */
export function variantOf(bundle: Bundle, encoding: Encoding): Promise<BundleVariant> | BundleVariant {
  const ready = bundle.variants.get(encoding)
  if (ready !== undefined) return ready
  const running = bundle.pending.get(encoding)
  if (running !== undefined) return running
  const task = compressBody(bundle.plain.body, encoding).then((body) => {
    const variant = variantFrom(ownBytes(body), { ...bundle, encoding })
    bundle.store(encoding, variant)
    bundle.pending.delete(encoding)
    return variant
  })
  bundle.pending.set(encoding, task)
  return task
}

/**
 * Returns the bytes in memory of their own. A small result of zlib is a part of a chunk of 16 kB, which is a part of a
 * pool of 64 kB; all of it would stay in memory as long as the file.
 */
function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return Buffer.from(bytes.buffer)
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
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

/** Returns one representation of a bundle. Each encoding has its own strong tag (RFC 9110 §8.8.3). */
function variantFrom(
  body: Buffer,
  { hash, contentType, cacheControl, origins, encoding }: VariantParts,
): BundleVariant {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const isForAnyPage = origins === null
  const both = [
    'ETag',
    etag,
    'Cache-Control',
    cacheControl,
    'Vary',
    isForAnyPage ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
    ...(isForAnyPage ? ['Access-Control-Allow-Origin', '*'] : []),
  ]
  return {
    etag,
    body,
    origins,
    head200: [...bodyHead(body, { contentType, encoding }), ...both],
    head304: both,
  }
}

type VariantParts = Pick<Bundle, 'hash' | 'contentType' | 'cacheControl' | 'origins'> & {
  readonly encoding: Encoding
}

/** Returns the headers that describe the body of an answer. */
export function bodyHead(
  body: Buffer,
  { contentType, encoding }: Pick<VariantParts, 'contentType' | 'encoding'>,
): string[] {
  return [
    'Content-Type',
    contentType,
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...(contentType.startsWith('application/json') ? [] : HARMLESS),
  ]
}

/** A browser shows such a file as text only, whatever it contains. */
const HARMLESS = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; sandbox",
]
