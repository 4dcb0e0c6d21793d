import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { addPasskey, lockUser, passkeysOf, removePasskey, renamePasskey } from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isLinkedToProvider, keepOwnerWay } from '../oidc/kept-provider.ts'
import { accountReply, noteAccount } from './own-account.ts'
import { newPasskeyOptions, readNewPasskey } from './passkey-answers.ts'
import { notifySignInChanged } from './password-handlers.ts'

/** Handlers for a person's own passkeys. */
export function passkeyHandlers(
  deps: Deps,
): Pick<Handlers['account'], 'passkeyOptions' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  const noSuch = () => new Failure('not-found', { what: 'passkey' })
  return {
    async passkeyOptions({ caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      const known = await deps.store.read((r) => passkeysOf(r, user.id))
      return { options: await newPasskeyOptions(deps, { caller, user, known }) }
    },

    async addPasskey({ body, caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      const { take, ...passkey } = await readNewPasskey(deps, { caller, user, answer: body.answer })
      await caller.write(async (w) => {
        if ((await passkeysOf(w, user.id)).length >= LIMITS.passkeysMax)
          throw new Failure('too-large', { what: 'passkeys', limit: LIMITS.passkeysMax })
        await take(w)
        const row = { ...passkey, userId: user.id, name: body.name, createdAt: deps.now().toISOString() }
        if (!(await addPasskey(w, row))) throw new Failure('already-exists', { what: 'passkey' })
        await noteAccount(w, caller, {
          kind: 'account.changed',
          details: { what: 'passkey', is: 'added', name: body.name },
        })
        await notifySignInChanged(w, deps, user)
      })
      return accountReply(deps, user.id)
    },

    async renamePasskey({ params, body, caller }) {
      const user = requirePerson(caller)
      const own = { userId: user.id, id: params.passkey }
      if (!(await caller.write((w) => renamePasskey(w, own, body.name)))) throw noSuch()
      return accountReply(deps, user.id)
    },

    async removePasskey({ params, caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      const own = { userId: user.id, id: params.passkey }
      await caller.write(async (w) => {
        const removed = await keepOwnerWay(w, async () => {
          // People without any other way to sign in would be locked out.
          const now = await lockUser(w, user.id)
          const isOnlyOne = !now?.passwordHash && (await passkeysOf(w, user.id)).length === 1
          if (isOnlyOne && !(await isLinkedToProvider(w, deps, user.id))) throw new Failure('last-way-in')
          return removePasskey(w, own)
        })
        if (removed === null) throw noSuch()
        await noteAccount(w, caller, {
          kind: 'account.changed',
          details: { what: 'passkey', is: 'removed', name: removed.name },
        })
        await notifySignInChanged(w, deps, user)
      })
      return accountReply(deps, user.id)
    },
  }
}
