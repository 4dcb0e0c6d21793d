import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import { type BundleAddress, bundleAddress } from '../publish/bundle-address.ts'
import type { MayRead, Publisher } from '../publish/open-publisher.ts'
import { type Bundle, type BundleVariant, bundleFrom, variantOf } from './bundle.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { namesTag } from './entity-tag.ts'
import type { ReadyFiles } from './front-door.ts'

/**
 * The files that apps load, answered from memory ahead of the framework: `GET
 * /d/{project}/live/locales/{lng}/{ns}.json`. What the publisher calls stale is dropped, so the next answer has
 * the saved string.
 */
export type Delivery = ReadyFiles & {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly figures: () => {
    readonly requests: number
    readonly builds: number
    readonly bundles: number
    readonly bytes: number
  }
}

/** Memory for bundles with all their encodings; the least lately used go first. */
const CACHE_BYTES = 64 * 1024 * 1024

export type DeliveryOptions = {
  readonly publisher: Publisher
  readonly log: Log
  /** Which projects the person may read whose session a request comes with; none without one. */
  readonly readableBy: (request: IncomingMessage) => Promise<MayRead>
  readonly cacheBytes?: number
}

export function openDelivery({
  publisher,
  log,
  readableBy,
  cacheBytes = CACHE_BYTES,
}: DeliveryOptions): Delivery {
  /** By path, in order of use: a Map keeps the order of insertion. */
  const bundles = new Map<string, Bundle>()
  const building = new Map<string, Promise<Bundle | 'private' | null>>()
  const counted = new WeakMap<Bundle, number>()
  let requests = 0
  let builds = 0
  let bytes = 0

  function keep(path: string, bundle: Bundle): void {
    bundles.set(path, bundle)
    count(bundle)
    for (const [oldest, old] of bundles) {
      if (bytes <= cacheBytes || oldest === path) break
      drop(oldest, old)
    }
  }

  function drop(path: string, bundle: Bundle): void {
    if (!bundles.delete(path)) return
    bytes -= counted.get(bundle) ?? 0
    counted.delete(bundle)
  }

  /**
   * A bundle grows with each encoding that is asked for; many may wait for the same one, so what was counted
   * is kept.
   */
  function count(bundle: Bundle): void {
    const size = bundle.sizeBytes()
    bytes += size - (counted.get(bundle) ?? 0)
    counted.set(bundle, size)
  }

  /**
   * One build at a time per path. A build that a commit overtook still answers those who wait for it, but is
   * not kept.
   */
  function build(path: string, address: BundleAddress): Promise<Bundle | 'private' | null> {
    const running = building.get(path)
    if (running !== undefined) return running
    builds += 1
    const task = publisher
      .build(address)
      .then((built) => {
        const bundle = built === null || built === 'private' ? built : bundleFrom(built)
        if (building.get(path) === task) {
          building.delete(path)
          if (bundle !== null && bundle !== 'private' && bundle.isKept) keep(path, bundle)
        }
        return bundle
      })
      .catch((error: unknown) => {
        if (building.get(path) === task) building.delete(path)
        throw error
      })
    building.set(path, task)
    return task
  }

  function answer(request: IncomingMessage, response: ServerResponse, variant: AnsweredVariant): void {
    const asked = request.headers['if-none-match']
    if (asked !== undefined && namesTag(asked, variant.etag)) {
      response.writeHead(304, variant.head304)
      response.end()
      return
    }
    response.writeHead(200, variant.head200)
    if (request.method === 'HEAD') response.end()
    else response.end(variant.body)
  }

  function fromMemory(path: string, encoding: Encoding): BundleVariant | null {
    const bundle = bundles.get(path)
    const variant = bundle?.variants.get(encoding)
    if (bundle === undefined || variant === undefined) return null
    if (bytes > cacheBytes / 2) {
      bundles.delete(path)
      bundles.set(path, bundle)
    }
    return variant
  }

  async function fromStore(
    path: string,
    encoding: Encoding,
  ): Promise<BundleVariant | 'not-found' | 'private'> {
    const address = bundleAddress(path)
    const bundle = bundles.get(path) ?? (address && (await build(path, address)))
    if (bundle === null) return 'not-found'
    if (bundle === 'private') return 'private'
    const variant = await variantOf(bundle, encoding)
    if (bundles.get(path) === bundle) count(bundle)
    return variant
  }

  /**
   * The file of a project that not everybody may load, for a person who may read it; made for this answer
   * only. Null: not for this caller.
   */
  async function privateFile(path: string, request: IncomingMessage): Promise<AnsweredVariant | null> {
    const address = bundleAddress(path)
    if (address === null) return null
    const built = await publisher.build(address, await readableBy(request))
    return built === null || built === 'private' ? null : privateVariant(bundleFrom(built))
  }

  async function answerUnready(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    encoding: Encoding,
  ): Promise<void> {
    const found = await fromStore(path, encoding)
    const variant = found === 'private' ? await privateFile(path, request) : found
    // A project that is kept private answers as one that is not there.
    if (variant === 'not-found' || variant === null) refuse(response, 404, 'not-found')
    else answer(request, response, variant)
  }

  publisher.onStale((isStale) => {
    building.clear()
    for (const [path, bundle] of bundles) if (isStale(bundle)) drop(path, bundle)
  })

  return {
    ready(path, encoding) {
      const variant = fromMemory(path, encoding)
      if (variant !== null) requests += 1
      return variant
    },
    async load(path, encoding) {
      const variant = await fromStore(path, encoding)
      if (typeof variant === 'string') return null
      requests += 1
      return variant
    },
    handle(request, response) {
      requests += 1
      if (request.method !== 'GET' && request.method !== 'HEAD') return answerOtherMethod(request, response)
      const url = request.url ?? ''
      const cut = url.indexOf('?')
      const path = cut < 0 ? url : url.slice(0, cut)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const ready = fromMemory(path, encoding)
      if (ready !== null) return answer(request, response, ready)
      answerUnready(request, response, path, encoding).catch((error: unknown) => {
        log({ level: 'error', event: 'delivery-failed', path, error })
        refuse(response, 503, 'busy', ['Retry-After', String(RETRY_AFTER_S)])
      })
    },
    figures: () => ({ requests, builds, bundles: bundles.size, bytes }),
  }
}

type AnsweredVariant = Pick<BundleVariant, 'etag' | 'body' | 'head200' | 'head304'>

/**
 * For this person alone: neither kept by proxies nor readable by pages of other origins, which the cookie
 * comes along with.
 */
function privateVariant({ plain }: Bundle): AnsweredVariant {
  const { etag, body } = plain
  const head304 = [
    'ETag',
    etag,
    'Cache-Control',
    'private, no-cache',
    'Vary',
    'Cookie',
    'Cross-Origin-Resource-Policy',
    'same-origin',
  ]
  const head200 = [
    ...[
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(body.length),
      'X-Content-Type-Options',
      'nosniff',
    ],
    ...head304,
  ]
  return { etag, body, head200, head304 }
}

const CORS = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  '*',
]

function answerOtherMethod(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS')
    response.writeHead(204, [...CORS, 'Access-Control-Max-Age', '86400', 'Allow', 'GET, HEAD, OPTIONS'])
  else response.writeHead(405, [...CORS, 'Allow', 'GET, HEAD, OPTIONS', 'Content-Length', '0'])
  response.end()
}

/** Seconds after which an app may ask again while the database is away. */
const RETRY_AFTER_S = 5

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify({
    type: `urn:dragoman:problem:${code}`,
    title: code,
    status,
    code,
    params: {},
    errors: [],
  })
  response.writeHead(status, [
    'Content-Type',
    'application/problem+json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    'Access-Control-Allow-Origin',
    '*',
    ...headers,
  ])
  response.end(body)
}
