import { randomBytes } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { type SecretKind, type ShortSecret, shortSecret } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { mailLanguage } from '../../mail/mail-texts.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import type { AttemptLimits } from '../session/attempt-limits.ts'

/** Returns a code for a link, the hash to store, and when it expires. */
export function newSecretLink({ now }: Pick<Deps, 'now'>, forMs: number) {
  const code = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + forMs).toISOString()
  return { code, hash: hashOfSecret(code), expiresAt }
}

/**
 * Returns the secret of a link that is still valid. Throws `wrong-link`, `link-used` and `link-expired`;
 * wrong links count as attempts.
 */
export async function openSecretLink(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  limits: AttemptLimits,
  { caller, kind, code }: { readonly caller: Caller; readonly kind: SecretKind; readonly code: string },
): Promise<{ readonly hash: string; readonly secret: ShortSecret }> {
  const hash = hashOfSecret(code.trim())
  const secret = await store.read((r) => shortSecret(r, kind, hash))
  if (secret === null) {
    await limits.begin({ address: caller.address })
    throw new Failure('wrong-link')
  }
  if (secret.usedAt !== null) throw new Failure('link-used')
  if (secret.expiresAt <= now().toISOString()) throw new Failure('link-expired')
  return { hash, secret }
}

/**
 * Formats when a link expires, for an email to someone with an interface language, which can be one that `Intl` rejects.
 * The server does not know the reader's time zone, so it uses UTC.
 */
export function sayUntil(iso: string, language: string | null): string {
  const format = new Intl.DateTimeFormat(mailLanguage(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(iso))} UTC`
}
