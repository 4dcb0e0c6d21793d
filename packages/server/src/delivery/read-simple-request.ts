/** A request that delivery can answer without the server. */
export type SimpleRequest = {
  /** Without the query; percent escapes as sent. */
  readonly path: string
  readonly headers: SimpleHeaders
}
export type SimpleHeaders = {
  readonly host: string
  readonly forwardedHost: string | undefined
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

/**
 * Reads the one kind of request that apps send to delivery: a whole `GET /d/…` head of HTTP/1.1 in one chunk,
 * with nothing after it. Null for everything else, even if it is just unusual: Node's own parser handles
 * that, which knows all of RFC 9112. So this reader can be strict, but must never accept what Node would
 * refuse.
 */
export function readSimpleRequest(chunk: Buffer): SimpleRequest | null {
  if (chunk.length > MAX_HEAD || chunk.length < MIN_HEAD || !chunk.subarray(0, START.length).equals(START))
    return null
  const text = chunk.toString('latin1')
  const lineEnd = text.indexOf('\r\n')
  if (!text.startsWith(VERSION, lineEnd - VERSION.length)) return null
  const target = text.slice('GET '.length, lineEnd - VERSION.length)
  if (NOT_TARGET.test(target)) return null
  const headers = knownHeaders(text.slice(lineEnd + 2))
  if (headers === null) return null
  const query = target.indexOf('?')
  // Which release a reader gets, and what a token can load, is decided behind the door.
  if (query >= 0 && BEHIND.test(target.slice(query))) return null
  return { path: query < 0 ? target : target.slice(0, query), headers }
}

/** Clients repeat their headers exactly, so each different block is parsed once. */
const known = new Map<string, SimpleHeaders | null>()
const KNOWN_MAX = 500

function knownHeaders(block: string): SimpleHeaders | null {
  const found = known.get(block)
  if (found !== undefined) return found
  const headers = readHeaders(block)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(block, headers)
  return headers
}

const START = Buffer.from('GET /d/')
const VERSION = ' HTTP/1.1'
const MIN_HEAD = 'GET /d/ HTTP/1.1\r\nHost:\r\n\r\n'.length
const MAX_HEAD = 8192

const BEHIND = /reader=|token=/
const NOT_TARGET = /[^!-~]/
/** Control characters, line ends of a single character, and anything beyond ASCII. */
const NOT_PLAIN = /[^\t\r\n -~]|\r(?!\n)|(?<!\r)\n/

function readHeaders(text: string): SimpleHeaders | null {
  if (text.indexOf('\r\n\r\n') !== text.length - 4 || NOT_PLAIN.test(text)) return null
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let host: string | undefined
  let forwardedHost: string | undefined
  for (let at = 0; at < text.length - 2; ) {
    const end = text.indexOf('\r\n', at)
    const colon = text.indexOf(':', at)
    if (colon < 0 || colon > end) return null
    const name = text.slice(at, colon).toLowerCase()
    const value = text.slice(colon + 1, end).trim()
    at = end + 2
    if (!NAME.test(name)) return null
    switch (name) {
      case 'host':
        if (host !== undefined) return null
        host = value
        break
      case 'x-forwarded-host':
        if (forwardedHost !== undefined) return null
        forwardedHost = value
        break
      case 'accept-encoding':
        if (acceptEncoding !== undefined) return null
        acceptEncoding = value
        break
      case 'if-none-match':
        if (ifNoneMatch !== undefined) return null
        ifNoneMatch = value
        break
      case 'connection':
        if (value.toLowerCase() !== 'keep-alive') return null
        break
      case 'authorization':
      case 'content-length':
      case 'expect':
      case 'range':
      case 'te':
      case 'trailer':
      case 'transfer-encoding':
      case 'upgrade':
        return null
    }
  }
  return host === undefined ? null : { host, forwardedHost, acceptEncoding, ifNoneMatch }
}

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
