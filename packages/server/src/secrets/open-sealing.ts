import { createHmac } from 'node:crypto'
import type { Store } from '@dragoman/store'
import { instanceSecrets } from './instance-secrets.ts'
import { keyOf, openText, sealText } from './seal-text.ts'

/**
 * Encrypts what the server itself must be able to read again, so that the database alone does not reveal it,
 * and signs what it issues, with the secret of the instance: DRAGOMAN_SECRET, or one that was generated at
 * the first start and is stored in the database. It is the same in all processes of a database.
 */
export type Sealing = {
  /** Encrypts with AES-256-GCM; a text can be decrypted only for the same `purpose`. */
  readonly seal: (text: string, purpose: string) => string
  /**
   * Decrypts; null if it was encrypted with another secret than those that the instance has had, for another purpose,
   * or was changed.
   */
  readonly open: (sealed: string, purpose: string) => string | null
  /** Returns a signature that no one else can create: 43 characters of base64url. */
  readonly sign: (text: string, purpose: string) => string
}

/** Opens the secrets of the instance. Throws StartError if the database was used with another DRAGOMAN_SECRET. */
export async function openSealing({
  store,
  secret,
}: {
  readonly store: Store
  readonly secret: string | null
}): Promise<Sealing> {
  const { current, former } = await instanceSecrets(store, secret)
  const sealKey = keyOf(current, 'seal')
  const openKeys = [sealKey, ...former.map((one) => keyOf(one, 'seal'))]
  const signKey = keyOf(current, 'sign')
  return {
    seal: (text, purpose) => sealText(sealKey, text, purpose),
    open(sealed, purpose) {
      for (const key of openKeys) {
        const text = openText(key, sealed, purpose)
        if (text !== null) return text
      }
      return null
    },
    sign: (text, purpose) => createHmac('sha256', signKey).update(`${purpose}\n${text}`).digest('base64url'),
  }
}
