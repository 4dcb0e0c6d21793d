import { randomBytes } from 'node:crypto'

/** Identifies our tokens, so that scanners for leaked secrets find them. */
const PREFIX = 'drg_'

/** Returns a new secret of 32 random bytes. Only its hash and its `hintOfToken` are stored. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url')
}

/** Returns enough of a secret to recognize it: `drg_7Kq…f2`. */
export function hintOfToken(secret: string): string {
  return `${secret.slice(0, PREFIX.length + 3)}…${secret.slice(-2)}`
}

/** Returns the token of an `Authorization` header; null if it has none of ours. */
export function readToken(header: string | undefined): string | null {
  return tokenOrNull(/^bearer +(\S+)$/i.exec(header ?? '')?.[1])
}

/** Returns a text that looks like one of our tokens, otherwise null. */
export function tokenOrNull(secret: string | null | undefined): string | null {
  return secret?.startsWith(PREFIX) ? secret : null
}
