import { createHash } from 'node:crypto'

/**
 * Returns what the database stores of a random secret: of a session, a token, a link, an invitation or a recovery
 * code. A fast hash is enough: random secrets cannot be guessed. Passwords need a slow one.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
