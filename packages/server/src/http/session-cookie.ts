import { createHash, randomBytes } from 'node:crypto'

/** A session lives 30 days after its last use (docs/specification.md §9). */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000

/** A fresh session id: 32 random bytes. Only its hash is stored. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOfSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}

export type CookiePolicy = {
  /** Over HTTPS: `Secure`, and a `__Host-` name, which no other host and no plain connection can set. */
  readonly isSecure: boolean
  /** Folder mode: not even sent when a link of another site leads here. */
  readonly isStrict: boolean
}

/** Name of the session cookie: with the port, since browsers share cookies between the ports of one host. */
export function cookieNameFor(port: number, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}dragoman_${port}`
}

export function cookieHeader(name: string, id: string, policy: CookiePolicy): string {
  return `${name}=${id}; Max-Age=${SESSION_MS / 1000}; ${attributesOf(policy)}`
}

export function expiredCookieHeader(name: string, policy: CookiePolicy): string {
  return `${name}=; Max-Age=0; ${attributesOf(policy)}`
}

function attributesOf({ isSecure, isStrict }: CookiePolicy): string {
  return `Path=/; HttpOnly; SameSite=${isStrict ? 'Strict' : 'Lax'}${isSecure ? '; Secure' : ''}`
}

/**
 * The value of one cookie of a request's `Cookie` header; null without it, or when it cannot be a session id.
 */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut < 0 || pair.slice(0, cut).trim() !== name) continue
    const value = pair.slice(cut + 1).trim()
    if (/^[\w-]{20,100}$/.test(value)) return value
  }
  return null
}
