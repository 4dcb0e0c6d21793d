import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import { isOwnPath, type OldAddress, redirectOf } from '../publish/old-address.ts'
import type { Publisher, ReadableBy } from '../publish/open-publisher.ts'
import { CORS, originHead, refuse } from './plain-answers.ts'

/** Redirected paths, by their prefix. */
export type OldAddresses = ReadonlyMap<string, OldAddress>

export type OldAddressDoorOptions = {
  /** Called for each request; waits only if they have changed. */
  readonly addresses: () => OldAddresses | Promise<OldAddresses>
  readonly publisher: Pick<Publisher, 'find' | 'onStale'>
  readonly readableBy: ReadableBy
  readonly log: Log
}

/** Answers addresses that were built into apps before their project moved here. */
export type OldAddressDoor = {
  /**
   * Redirects to the file of a channel. Requests that lead nowhere, or nowhere for this reader, are passed to
   * `otherwise`, so that they look like any other address.
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void
}

/** Seconds for which a redirect is cached: it is requested with each file, and changes with the table. */
const KEPT_S = 300
const RETRY_AFTER_S = 5

export function openOldAddressDoor({
  addresses,
  publisher,
  readableBy,
  log,
}: OldAddressDoorOptions): OldAddressDoor {
  /**
   * Channels that everyone can load, with the pages that can: cached until something about channels changes.
   */
  let open = new Map<string, readonly string[] | null>()
  publisher.onStale(({ files }) => {
    if (files === null) open = new Map()
  })

  async function redirect(
    request: IncomingMessage,
    response: ServerResponse,
    otherwise: () => void,
  ): Promise<void> {
    const url = request.url ?? ''
    const cut = url.indexOf('?')
    const found = redirectOf(await addresses(), cut < 0 ? url : url.slice(0, cut))
    if (found === null) return otherwise()
    const { project, channel } = found.address
    const location = `${found.location}${cut < 0 ? '' : url.slice(cut)}`
    const id = `${project}/${channel}`
    const known = open
    let origins = known.get(id)
    if (origins === undefined) {
      const followed = await publisher.find({ project, channel })
      if (followed === null) return otherwise()
      if (followed === 'private') {
        const { canRead, by } = await readableBy(request)
        const own = await publisher.find({ project, channel }, canRead)
        if (own === null || own === 'private') return otherwise()
        return send(response, location, [
          ...['Cache-Control', 'private, no-store'],
          ...(by === 'session' ? [] : corsOf(own.origins, request)),
        ])
      }
      origins = followed.origins
      // Useless if something has changed in the meantime.
      known.set(id, origins)
    }
    send(response, location, ['Cache-Control', `public, max-age=${KEPT_S}`, ...corsOf(origins, request)])
  }

  return {
    handle(request, response, otherwise) {
      const { method, url = '' } = request
      if (isOwnPath(url) || url === '/') return otherwise()
      // A browser's preflight for a request with a token. The answer is the same for all addresses, so it
      // reveals nothing.
      if (method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        response.writeHead(204, [...CORS, 'Access-Control-Max-Age', '86400'])
        response.end()
        return
      }
      if (method !== 'GET' && method !== 'HEAD') return otherwise()
      redirect(request, response, otherwise).catch((error: unknown) => {
        log({ level: 'error', event: 'old-address-failed', path: url.split('?', 1)[0] ?? '', error })
        if (!response.headersSent) refuse(response, 503, 'busy', ['Retry-After', String(RETRY_AFTER_S)])
      })
    },
  }
}

/**
 * Returns CORS headers. A browser follows a redirect to another origin only if the redirect itself can be
 * read.
 */
function corsOf(origins: readonly string[] | null, { headers }: IncomingMessage): string[] {
  if (origins === null) return ['Access-Control-Allow-Origin', '*']
  return ['Vary', 'Origin', ...originHead(origins, headers.origin)]
}

/** Sends a 302: even the oldest libraries follow it, and its target can change. */
function send(response: ServerResponse, location: string, headers: readonly string[]): void {
  response.writeHead(302, ['Location', location, 'Content-Length', '0', ...headers])
  response.end()
}
