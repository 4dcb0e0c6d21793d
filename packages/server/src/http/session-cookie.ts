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

export function cookieHeader({ name, id, isSecure }: { name: string; id: string; isSecure: boolean }): string {
  return `${name}=${id}; Path=/; Max-Age=${SESSION_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export function expiredCookieHeader(name: string): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
}

/** The value of one cookie of a request's `Cookie` header; null without it, or when it cannot be a session id. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const cut = pair.indexOf('=')
    if (cut < 0 || pair.slice(0, cut).trim() !== name) continue
    const value = pair.slice(cut + 1).trim()
    if (/^[\w-]{20,100}$/.test(value)) return value
  }
  return null
}
