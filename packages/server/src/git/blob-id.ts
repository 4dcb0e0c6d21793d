import { createHash } from 'node:crypto'

/** Returns the id that Git gives to the contents of a file; `digits`: 40 for SHA-1, 64 for SHA-256. */
export function blobId(bytes: Uint8Array, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.byteLength}\0`)
    .update(bytes)
    .digest('hex')
}
