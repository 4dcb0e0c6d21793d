import { createHash, randomBytes } from 'node:crypto'

/** Says what it is wherever it turns up, so that programs that look for leaked secrets find it. */
const PREFIX = 'drg_'

/** A fresh secret: 32 random bytes. Only its hash is stored, and `hintOfToken` of it. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url')
}

export function hashOfToken(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** As much of a secret as tells it from others: `drg_7Kq…f2`. */
export function hintOfToken(secret: string): string {
  return `${secret.slice(0, PREFIX.length + 3)}…${secret.slice(-2)}`
}

/** The token of an `Authorization` header; null where it carries none of ours. */
export function readToken(header: string | undefined): string | null {
  const secret = /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return secret?.startsWith(PREFIX) ? secret : null
}
