import { createHash } from 'node:crypto'
import { Failure, type LinkedIdentities } from '@dragoman/contract'
import {
  endSessionsOfProvider,
  type Identity,
  identitiesOf,
  lockUser,
  passkeysOf,
  unlinkIdentity,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { noteAccount } from '../account/own-account.ts'
import { notifySignInChanged } from '../account/password-handlers.ts'
import { keptProvider } from './kept-provider.ts'

/** Handlers for the identities that someone signs in with. */
export function identityHandlers(deps: Deps): Pick<Handlers['oidc'], 'linked' | 'unlink'> {
  const { store, sealing } = deps

  function present(userId: number): Promise<LinkedIdentities> {
    return store.read(async (r) => {
      const provider = deps.edition.hasAccounts ? await keptProvider(r, sealing) : null
      const identities = await identitiesOf(r, userId)
      return {
        provider: provider && { label: provider.label },
        identities: identities.map((identity) => ({
          id: nameOfIdentity(identity),
          host: new URL(identity.issuer).host,
          linkedAt: identity.createdAt,
          isUsable: identity.issuer === provider?.issuer,
        })),
      }
    })
  }

  return {
    linked: async ({ caller }) => present(requirePerson(caller).id),

    async unlink({ params, caller }) {
      const { id } = requirePerson(caller)
      requireRecentProof(caller, deps)
      await caller.write(async (w) => {
        const user = await lockUser(w, id)
        if (user === null) throw new Failure('not-signed-in')
        const identities = await identitiesOf(w, user.id)
        const identity = identities.find((one) => nameOfIdentity(one) === params.identity)
        if (identity === undefined) throw new Failure('not-found', { what: 'identity' })
        const provider = await keptProvider(w, sealing)
        const isElsewhere = identities.some((one) => one !== identity && one.issuer === provider?.issuer)
        const mayUsePassword = user.role === 'owner' || !provider?.isOnlyWay
        const hasOwn = user.passwordHash !== null || (await passkeysOf(w, user.id)).length > 0
        if (!isElsewhere && !(mayUsePassword && hasOwn)) throw new Failure('last-way-in')
        await unlinkIdentity(w, { ...identity, userId: user.id })
        await endSessionsOfProvider(w, {
          ...identity,
          providerSession: null,
          exceptHash: caller.sessionHash,
        })
        await noteAccount(w, caller, { kind: 'account.changed', details: { unlinked: identity.issuer } })
        const { host } = new URL(identity.issuer)
        await notifySignInChanged(w, deps, user, { context: 'unlinked', provider: host })
      }, requireActor(caller).id)
      return present(id)
    },
  }
}

/** Returns the name of an identity in URLs; the subject is private. */
function nameOfIdentity({ issuer, subject }: Identity): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('base64url')
}
