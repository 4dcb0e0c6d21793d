import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** How the server is reached, as configured (DRAGOMAN_URL, DRAGOMAN_TRUSTED_PROXIES). */
export type NetworkSettings = {
  /**
   * Origins that people use; the first is shown to them: `https://l10n.example.com`. Empty: not configured.
   */
  readonly publicOrigins: readonly string[]
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: BlockList
}

/** The client of a request, as far as it can be trusted. */
export type Client = {
  /** Network address; behind a trusted proxy the one that the proxy saw. */
  readonly address: string
  /** The requested host, with port; null if the request names none. */
  readonly host: string | null
  /** Whether the client itself uses HTTPS. */
  readonly isSecure: boolean
}

export type RequestHead = {
  readonly remoteAddress: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Decides which `Host` names are answered and which forwarded headers are trusted. */
export type Network = {
  /** As configured; empty: not configured. */
  readonly publicOrigins: readonly string[]
  readonly clientOf: (request: RequestHead) => Client
  /** False for an unknown name: its page might have rebound its address to this machine. */
  readonly acceptsHost: (host: string | null) => boolean
  /** Whether a page of this origin is this server's own interface, for a client that requested `host`. */
  readonly isOwnOrigin: (origin: string, client: Client) => boolean
}

export type NetworkRequest = NetworkSettings & {
  /** The address or name the server listens on. */
  readonly listenHost: string
  /** Whether only loopback names and addresses are answered. */
  readonly loopbackOnly: boolean
}

export const NO_NETWORK_SETTINGS: NetworkSettings = { publicOrigins: [], trustedProxies: new BlockList() }

export function createNetwork({
  publicOrigins,
  trustedProxies,
  listenHost,
  loopbackOnly,
}: NetworkRequest): Network {
  const publicHosts = new Set(publicOrigins.map((origin) => new URL(origin).host))
  const httpsHosts = new Set(
    publicOrigins.filter((origin) => origin.startsWith('https:')).map((origin) => new URL(origin).host),
  )
  const names = new Set([
    listenHost.toLowerCase(),
    ...[...publicHosts].map((host) => hostNameOf(host) ?? host),
  ])

  function isTrusted(address: string): boolean {
    const family = isIP(address)
    return family !== 0 && trustedProxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }

  /**
   * Reads the header from the right: each proxy appends the address it saw, and only what trusted proxies
   * appended can be trusted.
   */
  function forwardedAddress(header: string | undefined, peer: string): string {
    const seen = (header ?? '').split(',').map((part) => plainAddress(part.trim()))
    let address = peer
    while (seen.length > 0 && isTrusted(address)) {
      const next = seen.pop() ?? ''
      if (isIP(next) === 0) break
      address = next
    }
    return address
  }

  return {
    publicOrigins,
    clientOf({ remoteAddress, headers }) {
      const peer = plainAddress(remoteAddress ?? 'none')
      const ownHost = headers.host ?? null
      if (!isTrusted(peer))
        return {
          address: peer,
          host: ownHost,
          isSecure: ownHost !== null && httpsHosts.has(ownHost.toLowerCase()),
        }
      const host = lastOf(headers['x-forwarded-host']) ?? ownHost
      const proto = lastOf(headers['x-forwarded-proto'])
      return {
        address: forwardedAddress(oneText(headers['x-forwarded-for']), peer),
        host,
        isSecure:
          proto === null
            ? host !== null && httpsHosts.has(host.toLowerCase())
            : proto.toLowerCase() === 'https',
      }
    },
    acceptsHost(host) {
      if (host === null) return true // no browser omits it; health checks with HTTP/1.0 do
      const name = hostNameOf(host)
      if (name === null) return false
      if (isLoopbackName(name)) return true
      if (loopbackOnly) return false
      // Rebinding needs a name: a browser that requests an IP address really means this machine.
      return isIP(name) !== 0 || names.has(name)
    },
    isOwnOrigin(origin, { host }) {
      if (!URL.canParse(origin)) return false
      const asked = new URL(origin).host
      return asked === host?.toLowerCase() || publicHosts.has(asked)
    },
  }
}

/**
 * True for `localhost`, names below it, and loopback addresses; a name is given without port and brackets.
 */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return isIP(name) === 4 ? name.startsWith('127.') : name === '::1'
}

/**
 * Returns the name of a `Host` header in lowercase, without port, brackets and final dot; null if invalid.
 */
function hostNameOf(host: string): string | null {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^\s/@:[\]]+))(?::\d{1,5})?$/i.exec(host)
  const name = (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '')
  return name === undefined || name === '' ? null : name
}

/** Returns an IPv4-mapped IPv6 address as IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function oneText(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.join(',')
}

function lastOf(header: string | string[] | undefined): string | null {
  const last = oneText(header)?.split(',').at(-1)?.trim()
  return last === undefined || last === '' ? null : last
}
