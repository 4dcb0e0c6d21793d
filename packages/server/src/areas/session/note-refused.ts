import { isFailure } from '@dragoman/contract'
import type { AuditDetails } from '@dragoman/core'
import { recordAudit, type UserRow } from '@dragoman/store'
import type { Caller } from '../../http/caller.ts'
import { originOfPerson } from './begin-session.ts'

type Why = AuditDetails['session.refused']['why']

/** Why a sign-in was refused, by the code of the failure. */
const WHY = {
  'wrong-credentials': 'password',
  'wrong-second-factor': 'second factor',
  'wrong-passkey': 'passkey',
  'account-suspended': 'suspended',
  'password-not-used': 'single sign-on',
  'no-account': 'no account',
} as const satisfies Readonly<Record<string, Why>>

const CODES = Object.keys(WHY) as readonly (keyof typeof WHY)[] // has no other keys

/**
 * Records in the audit log that a sign-in was refused; any other error is not recorded. `asked`: the name that was
 * entered, empty if none was.
 */
export async function noteRefused(
  caller: Caller,
  error: unknown,
  { user, asked }: { readonly user: UserRow | null; readonly asked: string },
): Promise<void> {
  const code = CODES.find((one) => isFailure(error, one))
  if (code === undefined) return
  await caller.write((w) =>
    recordAudit(w, {
      kind: 'session.refused',
      projectId: null,
      origin: user === null ? caller.origin : originOfPerson(caller, user),
      target: asked,
      details: { why: WHY[code], device: caller.device },
    }),
  )
}
