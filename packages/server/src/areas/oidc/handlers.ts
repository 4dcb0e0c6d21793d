import { Failure } from '@dragoman/contract'
import { identityOfSession, keepSignInState, type Reader } from '@dragoman/store'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { newSessionId } from '../../http/session-cookie.ts'
import { limitCalls } from '../../limits/limit-calls.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { endOwnSession } from '../session/end-own-session.ts'
import { finishHandlers } from './finish-handlers.ts'
import { identityHandlers } from './identity-handlers.ts'
import { keptProvider, requireProvider } from './kept-provider.ts'
import { openProvider } from './provider.ts'
import { redirectUriOf, signedOutUriOf } from './provider-addresses.ts'
import { settingsHandlers } from './settings-handlers.ts'

/** The provider can ask for a password and a second factor in the meantime. */
const STATE_MS = 15 * 60 * 1000

/** Sign-ins started from one address per 15 minutes: each requires a request to the provider. */
const BEGUN_MAX = 60

/**
 * Handlers for sign-in with OpenID Connect. An account is found by issuer and subject only. An address from
 * the provider proves nothing here: only someone who is signed in can link a provider's account to their own
 * (docs/decisions/0054).
 */
export function oidcHandlers(deps: Deps): Handlers['oidc'] {
  const { store } = deps
  const limit = limitCalls(deps)
  const redirectUri = () => redirectUriOf(deps)
  const kept = (r: Reader) => keptProvider(r, deps.sealing)

  async function begin(caller: Caller, userId: number | null): Promise<string> {
    await limit({ name: `oidc ${caller.network}`, max: BEGUN_MAX })
    const provider = await requireProvider(deps)
    const { address, ...challenge } = await (await openProvider(provider, deps)).begin(redirectUri())
    const id = newSessionId()
    const now = deps.now()
    await caller.write((w) =>
      keepSignInState(w, {
        ...challenge,
        idHash: hashOfSecret(id),
        issuer: provider.issuer,
        redirectUri: redirectUri(),
        userId,
        at: now.toISOString(),
        expiresAt: new Date(now.getTime() + STATE_MS).toISOString(),
      }),
    )
    caller.signInCookie.set(id)
    return address
  }
  return {
    ...settingsHandlers(deps),

    ...identityHandlers(deps),

    async offer() {
      const provider = deps.edition.hasAccounts ? await store.read(kept) : null
      return { provider: provider && { label: provider.label, isOnlyWay: provider.isOnlyWay } }
    },

    async begin({ body, caller }) {
      if (body.purpose === 'sign-in') return { address: await begin(caller, null) }
      if (caller.user === null) throw new Failure('not-signed-in')
      // It adds a way to sign in, which must not be possible from an unattended screen.
      requireRecentProof(caller, deps)
      return { address: await begin(caller, caller.user.id) }
    },

    async signOut({ caller }) {
      const { sessionHash } = caller
      caller.endSession()
      if (sessionHash === null) return { address: null }
      const identity = await store.read((r) => identityOfSession(r, sessionHash))
      await caller.write((w) => endOwnSession(w, caller))
      const provider = identity && (await store.read(kept))
      if (!identity || provider?.issuer !== identity.issuer) return { address: null }
      try {
        const client = await openProvider(provider, deps)
        return {
          address: await client.signOutAddress({
            idToken: identity.idToken,
            backTo: signedOutUriOf(deps),
          }),
        }
      } catch (error) {
        // The person is signed out here, whatever the provider does.
        deps.log({ level: 'warn', event: 'provider-sign-out', issuer: identity.issuer, error })
        return { address: null }
      }
    },

    ...finishHandlers(deps),
  }
}
