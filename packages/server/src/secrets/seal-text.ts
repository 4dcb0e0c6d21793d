import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a key from a secret, a different one for each use. */
export function keyOf(secret: string, use: 'seal' | 'sign'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'dragoman', use, 32))
}

/** Encrypts with AES-256-GCM; a text can be decrypted only for the same `purpose`. */
export function sealText(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${bytes.toString('base64url')}`
}

/** Decrypts; null if it was encrypted with another key, for another purpose, or was changed. */
export function openText(key: Buffer, sealed: string, purpose: string): string | null {
  const [version, text = ''] = sealed.split('.', 2)
  const bytes = Buffer.from(text, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return null // the caller decides what that means
  }
}
