import { createHash } from 'node:crypto'

/** Returns a hash of the bytes of a file. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}
