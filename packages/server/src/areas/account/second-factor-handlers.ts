import { Failure } from '@dragoman/contract'
import {
  confirmTotp,
  deleteSessionsOf,
  endShortSecrets,
  putRecoveryCodes,
  removeTotp,
  startTotp,
  type Writer,
} from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { accountReply, noteAccount } from './own-account.ts'
import { notifySignInChanged } from './password-handlers.ts'
import { checkSecondFactor, totpPurpose } from './second-factor-check.ts'
import {
  hashOfRecoveryCode,
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from './second-factor-codes.ts'

/** Handlers for the authenticator app and the recovery codes. */
export function secondFactorHandlers(
  deps: Deps,
): Pick<Handlers['account'], 'startTotp' | 'confirmTotp' | 'removeTotp' | 'renewRecoveryCodes'> {
  const limits = limitAttempts(deps)
  const alreadyOn = () => new Failure('already-exists', { what: 'second-factor' })
  return {
    async startTotp({ caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      if (user.hasSecondFactor) throw alreadyOn()
      const secret = newTotpSecret()
      const sealed = deps.sealing.seal(secret, totpPurpose(user.id))
      await caller.write((w) => startTotp(w, user.id, sealed))
      return { secret, uri: totpUri(secret, user.address ?? user.name) }
    },

    async confirmTotp({ body, caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      if (user.hasSecondFactor) throw alreadyOn()
      if (!isTotpCode(body.code)) throw new Failure('wrong-second-factor')
      const attempt = await limits.begin({ address: caller.address })
      const code = await checkSecondFactor(deps, user, body.code, { hints: 'clock' })
      const recoveryCodes = newRecoveryCodes()
      await caller.write(async (w) => {
        await code.take(w)
        const at = deps.now().toISOString()
        await confirmTotp(w, user.id, { at, recoveryCodes: recoveryCodes.map(hashOfRecoveryCode) })
        await noteAccount(w, caller, {
          kind: 'account.changed',
          details: { what: 'second factor', is: 'on' },
        })
        await notifySignInChanged(w, deps, user)
      })
      await attempt.withdraw()
      return { recoveryCodes: [...recoveryCodes] }
    },

    async removeTotp({ caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      await caller.write(async (w) => {
        await removeTotp(w, user.id)
        await noteAccount(w, caller, {
          kind: 'account.changed',
          details: { what: 'second factor', is: 'off' },
        })
        await notifySignInChanged(w, deps, user)
      })
      return accountReply(deps, user.id)
    },

    async renewRecoveryCodes({ caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      if (!user.hasSecondFactor) throw new Failure('not-found', { what: 'second-factor' })
      const recoveryCodes = newRecoveryCodes()
      await caller.write(async (w) => {
        await putRecoveryCodes(w, user.id, recoveryCodes.map(hashOfRecoveryCode))
        await noteAccount(w, caller, { kind: 'account.changed', details: { what: 'recovery codes' } })
        await notifySignInChanged(w, deps, user)
      })
      return { recoveryCodes: [...recoveryCodes] }
    },
  }
}

/**
 * Turns off the second factor of someone who asked another person to, because no code is left. Sessions and sign-ins
 * that wait for a code end, so that only the person who knows the password signs in again.
 */
export async function endSecondFactor(w: Writer, userId: number, at: string): Promise<void> {
  await removeTotp(w, userId)
  await deleteSessionsOf(w, userId)
  await endShortSecrets(w, userId, 'second-factor', at)
}
