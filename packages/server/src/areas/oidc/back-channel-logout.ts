import { createHash } from 'node:crypto'
import { Failure } from '@dragoman/contract'
import { addShortSecret, endSessionsOfProvider, recordAudit, userById } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { keptProvider } from './kept-provider.ts'
import { openProvider } from './provider.ts'
import { requirePlausible } from './read-logout-token.ts'

/** A logout token is used immediately; this is how far clocks can differ. */
const TOKEN_MS = 2 * 60 * 1000
/** How long an id is remembered: longer than its token could be accepted. */
const SEEN_MS = 2 * TOKEN_MS + 60 * 1000

/**
 * Ends the sessions of someone who has signed out at the provider (OpenID Connect Back-Channel Logout 1.0).
 * `address` is the network address of the request. Throws `logout-token-wrong`, `provider-unreachable` and
 * `provider-wrong`.
 */
export async function endByLogoutToken(
  deps: Deps,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<void> {
  const { store, sealing } = deps
  const provider = deps.edition.hasAccounts ? await store.read((r) => keptProvider(r, sealing)) : null
  if (provider === null) throw new Failure('logout-token-wrong', { reason: 'not-set-up' })
  requirePlausible(token, provider)
  const client = await openProvider(provider, deps)
  const now = deps.now()
  const { id, subject, providerSession } = await client.readLogoutToken(token, { now, maxAgeMs: TOKEN_MS })
  await store.write(async (w) => {
    const isNew = await addShortSecret(w, {
      hash: createHash('sha256').update(`logout-token\n${provider.issuer}\n${id}`).digest('base64url'),
      kind: 'logout-token',
      userId: null,
      at: now.toISOString(),
      expiresAt: new Date(now.getTime() + SEEN_MS).toISOString(),
    })
    if (!isNew) throw new Failure('logout-token-wrong', { reason: 'used' })
    const ended = await endSessionsOfProvider(w, { issuer: provider.issuer, subject, providerSession })
    for (const userId of new Set(ended)) {
      const user = await userById(w, userId)
      await recordAudit(w, {
        kind: 'session.ended',
        projectId: null,
        origin: { actor: null, address, tokenId: null },
        target: user?.name ?? '',
        details: { by: provider.issuer, sessions: ended.filter((one) => one === userId).length },
      })
    }
  })
}
