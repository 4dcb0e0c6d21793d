import { createHash } from 'node:crypto'

/** Returns a hash that tells the bytes of files apart. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}
