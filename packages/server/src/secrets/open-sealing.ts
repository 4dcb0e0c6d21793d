import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { type Store, shareSecret } from '@dragoman/store'

/**
 * Encrypts what the server itself must be able to read again, so that the database alone does not reveal it,
 * and signs what it issues, with the secret of the instance: DRAGOMAN_SECRET, or one that was generated at
 * the first start and is stored in the database. It is the same in all processes of a database.
 */
export type Sealing = {
  /** Encrypts with AES-256-GCM; a text can be decrypted only for the same `purpose`. */
  readonly seal: (text: string, purpose: string) => string
  /** Decrypts; null if it was encrypted with another secret, for another purpose, or was changed. */
  readonly open: (sealed: string, purpose: string) => string | null
  /** Returns a signature that no one else can create: 43 characters of base64url. */
  readonly sign: (text: string, purpose: string) => string
}

/** Name of the generated secret in the database. */
const INSTANCE_SECRET = 'instance-secret'
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export async function openSealing({
  store,
  secret,
}: {
  readonly store: Store
  readonly secret: string | null
}): Promise<Sealing> {
  const offered = randomBytes(32).toString('base64url')
  const known = secret ?? (await store.write((w) => shareSecret(w, INSTANCE_SECRET, offered)))
  const keyOf = (use: 'seal' | 'sign') => Buffer.from(hkdfSync('sha256', known, 'dragoman', use, 32))
  const [sealKey, signKey] = [keyOf('seal'), keyOf('sign')]

  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      cipher.setAAD(Buffer.from(purpose))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${bytes.toString('base64url')}`
    },
    open(sealed, purpose) {
      const [version, text = ''] = sealed.split('.', 2)
      const bytes = Buffer.from(text, 'base64url')
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return null // the caller decides what that means
      }
    },
    sign: (text, purpose) => createHmac('sha256', signKey).update(`${purpose}\n${text}`).digest('base64url'),
  }
}
