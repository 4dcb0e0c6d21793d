import { randomBytes } from 'node:crypto'
import type { Client } from './network.ts'

/** A session lives 30 days after its last use (docs/specification.md §9). */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000

/** Returns a new session id of 32 random bytes. Only its hash is stored. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

export type CookiePolicy = {
  /** Over HTTPS: `Secure`, and a `__Host-` name, which no other host and no plain connection can set. */
  readonly isSecure: boolean
  /** Folder mode: not even sent when a link on another site leads here. */
  readonly isStrict: boolean
}

/**
 * Returns the name of the cookie. Cookies ignore ports, so the name contains the port; otherwise two servers
 * on one machine would sign each other out. It is the port that the client requested, which is the same for
 * all servers behind one address. The prefix keeps pages of other hosts and plain HTTP from setting the
 * cookie.
 */
export function cookieNameFor(
  { host, isSecure }: Pick<Client, 'host' | 'isSecure'>,
  ownPort: number,
): string {
  const usual = host === null ? ownPort : isSecure ? 443 : 80
  const port = /:(\d{1,5})$/.exec(host ?? '')?.[1] ?? usual
  return `${isSecure ? '__Host-' : ''}dragoman_${port}`
}

export function cookieHeader(
  name: string,
  id: string,
  policy: CookiePolicy & { readonly lifeMs?: number },
): string {
  return `${name}=${id}; Max-Age=${(policy.lifeMs ?? SESSION_MS) / 1000}; ${attributesOf(policy)}`
}

/** How long people have between the password and the second factor. */
export const PENDING_MS = 10 * 60 * 1000

/**
 * Returns the name of the cookie for a sign-in that waits for its second factor: not a session, and expired
 * after ten minutes.
 */
export function pendingCookieName(name: string): string {
  return `${name}_step`
}

export function pendingCookieHeader(name: string, id: string, policy: CookiePolicy): string {
  return `${pendingCookieName(name)}=${id}; Max-Age=${PENDING_MS / 1000}; ${attributesOf(policy)}`
}

export function expiredCookieHeader(name: string, policy: CookiePolicy): string {
  return `${name}=; Max-Age=0; ${attributesOf(policy)}`
}

function attributesOf({ isSecure, isStrict }: CookiePolicy): string {
  return `Path=/; HttpOnly; SameSite=${isStrict ? 'Strict' : 'Lax'}${isSecure ? '; Secure' : ''}`
}

/** Returns the value of one cookie of a `Cookie` header; null if missing, or if it cannot be a session id. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut < 0 || pair.slice(0, cut).trim() !== name) continue
    const value = pair.slice(cut + 1).trim()
    if (/^[\w-]{20,100}$/.test(value)) return value
  }
  return null
}
