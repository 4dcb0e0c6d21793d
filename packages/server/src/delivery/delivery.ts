import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import { bundleAddress } from '../publish/bundle-address.ts'
import { JSON_EXTENSION } from '../publish/channel-formats.ts'
import type { Publisher, ReadableBy } from '../publish/open-publisher.ts'
import { type SeveralFiles, severalFiles } from '../publish/several-files.ts'
import { type FileAnswers, openFileAnswers } from './answer-files.ts'
import { variantOf } from './bundle.ts'
import type { ChannelEvents } from './channel-events.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { type FileFinder, openFileFinder } from './find-files.ts'
import type { ReadyFiles } from './front-door.ts'
import { type KeptBundles, keepBundles } from './kept-bundles.ts'
import { type MissingKeysDoor, missingAddress } from './missing-address.ts'
import { CORS, refuse } from './plain-answers.ts'
import { type UsedKeysDoor, usedAddress } from './used-address.ts'

/**
 * Serves the files that apps load, from memory and ahead of the framework: `GET
 * /d/{project}/{channel}/locales/{lng}/{ns}.json`. Files that the publisher marks as stale are built again,
 * so that the next answer has the saved string; only if that fails, because the database is unreachable, the
 * last good file is served.
 */
export type Delivery = ReadyFiles & {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly figures: () => {
    readonly requests: number
    readonly builds: number
    readonly bundles: number
    readonly bytes: number
  } & ReturnType<FileAnswers['figures']>
}

/** Memory for bundles with all their encodings; the least recently used are dropped first. */
const CACHE_BYTES = 64 * 1024 * 1024

export type DeliveryOptions = {
  readonly publisher: Pick<Publisher, 'build' | 'find' | 'namesOf' | 'onStale'>
  readonly log: Log
  readonly readableBy: ReadableBy
  /** Answers `GET /d/{project}/{channel}/events`. */
  readonly events: Pick<ChannelEvents, 'handle'>
  /** Answers `POST /d/{project}/{channel}/missing/{lng}/{ns}`; absent: none are accepted. */
  readonly missingKeys?: MissingKeysDoor
  /** Answers `POST /d/{project}/{channel}/used/{ns}`; absent: none are accepted. */
  readonly usedKeys?: UsedKeysDoor
  /** Called with each file that is served; absent: nothing is counted. */
  readonly noteServed?: (place: string) => void
  /** Called with the requested path of each file that is served; must cost next to nothing. */
  readonly onLoad?: (path: string) => void
  readonly cacheBytes?: number
  /** How long a request waits for newer texts if the last good file could be served. */
  readonly patienceMs?: number
}

const EVENTS = /^\/d\/([^/]+)\/([^/]+)\/events$/

export function openDelivery({
  publisher,
  log,
  readableBy,
  events,
  noteServed = () => undefined,
  onLoad,
  cacheBytes = CACHE_BYTES,
  patienceMs,
  ...doors
}: DeliveryOptions): Delivery {
  const kept = keepBundles({
    publisher,
    log,
    cacheBytes,
    noteServed,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  })
  const { newestFor, findFor, severalAsOne } = openFileFinder({ publisher, readableBy, kept, noteServed })
  const files = openFileAnswers(kept)
  let requests = 0

  function handle(request: IncomingMessage, response: ServerResponse): void {
    requests += 1
    const url = request.url ?? ''
    const cut = url.indexOf('?')
    const path = cut < 0 ? url : url.slice(0, cut)
    const busy = (event: string) => (error: unknown) => {
      log({ level: 'error', event, path, error })
      if (!response.headersSent) refuse(response, 503, 'busy', ['Retry-After', String(RETRY_AFTER_S)])
    }
    const failed = busy('delivery-failed')
    const report = reportDoor(doors, path)
    if (report !== null) return void report.handle(request, response).catch(busy(report.failure))
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void answerOtherMethod(request, response)
    const reader = cut < 0 ? '' : (new URLSearchParams(url.slice(cut)).get('reader') ?? '')
    const [, project, channel] = EVENTS.exec(path) ?? []
    if (project !== undefined && channel !== undefined)
      return void events.handle(request, response, { project, channel }).catch(failed)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const ready = reader === '' ? kept.fromMemory(path, encoding) : null
    if (ready !== null) {
      onLoad?.(path)
      return void files.answer(request, response, { variant: ready, origins: ready.origins })
    }
    const several = /\+|%2b/i.test(path) ? severalOf(path) : null
    const work =
      several === null ? findFor(request, path, reader) : severalAsOne(request, path, { several, reader })
    work
      .then((found) => {
        // A project that needs a token is answered like one that does not exist.
        if (found === null) return refuse(response, 404, 'not-found')
        onLoad?.(path)
        return files.answerWith(request, response, found)
      })
      .catch(failed)
  }

  return {
    ...readyFiles(kept, newestFor, (path) => {
      requests += 1
      onLoad?.(path)
    }),
    handle,
    figures: () => ({ ...kept.figures(), ...files.figures(), requests }),
  }
}

/** Returns files that the front door can answer with; `onServed` is called with the path of each. */
function readyFiles(
  kept: KeptBundles,
  newestFor: FileFinder['newestFor'],
  onServed: (path: string) => void,
): ReadyFiles {
  return {
    ready(path, encoding: Encoding) {
      const variant = kept.fromMemory(path, encoding)
      // Answers that depend on the requesting page are given behind the door.
      if (variant === null || variant.origins !== null) return null
      onServed(path)
      return variant
    },
    async load(path, encoding) {
      const found = await newestFor(path, '')
      // An outdated file has other headers, which are written behind the door.
      if (found === null || found === 'private' || found.isOutdated) return null
      const { bundle } = found
      const variant = await variantOf(bundle, encoding)
      kept.hasGrown(bundle)
      if (variant.origins !== null) return null
      onServed(path)
      return variant
    },
  }
}

/** What answers a path under which apps report keys; null if it is another path. */
function reportDoor(
  { missingKeys, usedKeys }: Pick<DeliveryOptions, 'missingKeys' | 'usedKeys'>,
  path: string,
) {
  const missing = missingKeys === undefined ? null : missingAddress(path)
  if (missingKeys !== undefined && missing !== null)
    return {
      failure: 'missing-keys-failed',
      handle: (request: IncomingMessage, response: ServerResponse) =>
        missingKeys.handle(request, response, missing),
    }
  const used = usedKeys === undefined ? null : usedAddress(path)
  if (usedKeys !== undefined && used !== null)
    return {
      failure: 'used-keys-failed',
      handle: (request: IncomingMessage, response: ServerResponse) =>
        usedKeys.handle(request, response, used),
    }
  return null
}

function severalOf(path: string): SeveralFiles | null {
  const address = bundleAddress(path)
  return address?.extension === JSON_EXTENSION ? severalFiles(address) : null
}

function answerOtherMethod(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS')
    response.writeHead(204, [...CORS, 'Access-Control-Max-Age', '86400', 'Allow', 'GET, HEAD, OPTIONS'])
  else response.writeHead(405, [...CORS, 'Allow', 'GET, HEAD, OPTIONS', 'Content-Length', '0'])
  response.end()
}

/** Seconds after which an app can retry while the database is unreachable. */
const RETRY_AFTER_S = 5
