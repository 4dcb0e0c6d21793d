import { Failure } from '@dragoman/contract'
import { noteProof, passkeysOf } from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { passkeyOptions, readPasskeyAnswer } from './passkey-answers.ts'
import { requirePassword, requireSamePassword } from './password-handlers.ts'

/** Handlers for proving one's identity again, before what `requireRecentProof` guards. */
export function proofHandlers(
  deps: Deps,
): Pick<Handlers['account'], 'prove' | 'proofOptions' | 'provePasskey'> {
  const limits = limitAttempts(deps)

  function sessionOf({ sessionHash }: Caller): string {
    if (sessionHash === null) throw new Failure('not-signed-in')
    return sessionHash
  }

  return {
    async prove({ body, caller }) {
      const user = requirePerson(caller)
      await requirePassword(deps, { user, address: caller.address, password: body.password })
      await caller.write(async (w) => {
        await requireSamePassword(w, user)
        await noteProof(w, sessionOf(caller), deps.now().toISOString())
      })
      return {}
    },

    async proofOptions({ caller }) {
      const user = requirePerson(caller)
      const known = await deps.store.read((r) => passkeysOf(r, user.id))
      return { options: await passkeyOptions(deps, { caller, purpose: 'proof', user }, known) }
    },

    async provePasskey({ body, caller }) {
      const user = requirePerson(caller)
      const attempt = await limits.begin({ address: caller.address })
      const { answer } = body
      const right = await readPasskeyAnswer(deps, { caller, purpose: 'proof', user, answer })
      await caller.write(async (w) => {
        await right.take(w)
        await noteProof(w, sessionOf(caller), deps.now().toISOString())
      })
      await attempt.withdraw()
      return {}
    },
  }
}
