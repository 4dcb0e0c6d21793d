import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { type SecretKind, type ShortSecret, shortSecret } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { AttemptLimits } from '../session/attempt-limits.ts'

/** A code for a link, its hash to keep, and until when it works. */
export function newSecretLink({ now }: Pick<Deps, 'now'>, forMs: number) {
  const code = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now().getTime() + forMs).toISOString()
  return { code, hash: hashOfCode(code), expiresAt }
}

function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}

/**
 * The secret of a link that still works. Throws `wrong-link`, `link-used` and `link-expired`; wrong ones count
 * as attempts.
 */
export async function openSecretLink(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  limits: AttemptLimits,
  { caller, kind, code }: { readonly caller: Caller; readonly kind: SecretKind; readonly code: string },
): Promise<{ readonly hash: string; readonly secret: ShortSecret }> {
  const hash = hashOfCode(code.trim())
  const secret = await store.read((r) => shortSecret(r, kind, hash))
  if (secret === null) {
    await limits.begin({ address: caller.address })
    throw new Failure('wrong-link')
  }
  if (secret.usedAt !== null) throw new Failure('link-used')
  if (secret.expiresAt <= now().toISOString()) throw new Failure('link-expired')
  return { hash, secret }
}

/** When a link ends, for a mail. The server does not know where its reader is, so it says UTC. */
export function sayUntil(iso: string, language: string | null): string {
  const format = new Intl.DateTimeFormat(language ?? 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(iso))} UTC`
}
