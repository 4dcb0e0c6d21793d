import { Failure } from '@dragoman/contract'
import { takeTotpStep, totpOf, type UserRow, useRecoveryCode, type Writer } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { checkTotp, hashOfRecoveryCode, isTotpCode, minutesOff } from './second-factor-codes.ts'

/** A verified code. It is used up in a transaction, so that it works once. */
export type RightCode = {
  readonly by: 'code' | 'recovery-code'
  /** Throws `wrong-second-factor` if the code was used before, or its app or list was replaced since. */
  readonly take: (w: Writer) => Promise<void>
}

/** Returns the purpose under which an authenticator app's secret is encrypted. */
export function totpPurpose(userId: number): string {
  return `totp of user ${userId}`
}

/**
 * Verifies a code from an authenticator app, or a recovery code. Throws `wrong-second-factor`; `clock-off` only
 * with `hints: 'clock'`, for codes that belong to another time. The hint is for set-up, where the caller has the
 * secret: at sign-in it would reveal which codes become valid later.
 */
export async function checkSecondFactor(
  deps: Pick<Deps, 'store' | 'now' | 'sealing' | 'log'>,
  user: UserRow,
  code: string,
  { hints = 'none' }: { readonly hints?: 'clock' | 'none' } = {},
): Promise<RightCode> {
  const now = deps.now()
  if (!isTotpCode(code)) {
    const used = { hash: hashOfRecoveryCode(code), at: now.toISOString() }
    return { by: 'recovery-code', take: async (w) => orWrong(await useRecoveryCode(w, user.id, used)) }
  }
  const known = await deps.store.read((r) => totpOf(r, user.id))
  if (known === null) throw new Failure('wrong-second-factor')
  const secret = deps.sealing.open(known.secret, totpPurpose(user.id))
  if (secret === null) {
    deps.log({ level: 'error', event: 'secret-not-opened', userId: user.id })
    throw new Failure('wrong-second-factor')
  }
  const checked = checkTotp(secret, code, now)
  if (checked.isRight) {
    const used = { step: checked.step, secret: known.secret }
    return { by: 'code', take: async (w) => orWrong(await takeTotpStep(w, user.id, used)) }
  }
  if (hints === 'none') throw new Failure('wrong-second-factor')
  const minutes = minutesOff(secret, code, now)
  if (minutes !== null) throw new Failure('clock-off', { minutes })
  throw new Failure('wrong-second-factor')
}

function orWrong(isTaken: boolean): void {
  if (!isTaken) throw new Failure('wrong-second-factor')
}
