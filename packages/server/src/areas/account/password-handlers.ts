import { Failure } from '@dragoman/contract'
import {
  deleteSessionsOf,
  endShortSecrets,
  lockUser,
  setPassword,
  type UserRow,
  type Writer,
} from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { mailTo } from '../../notifications/mail-to.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { isCommonPassword } from '../session/password-strength.ts'
import { accountReply, noteAccount } from './own-account.ts'
import { openSecretLink, sayUntil } from './secret-links.ts'

/** Handlers for changing the password, and for checking it while it is typed. */
export function passwordHandlers(deps: Deps): Pick<Handlers['account'], 'setPassword' | 'checkPassword'> {
  const limits = limitAttempts(deps)
  return {
    async setPassword({ body, caller }) {
      const user = requirePerson(caller)
      if (user.passwordHash === null) requireRecentProof(caller, deps)
      else await requirePassword(deps, { user, address: caller.address, password: body.current ?? '' })
      if (await isCommonPassword(deps, body.password, [user.name])) throw new Failure('password-too-common')
      const passwordHash = await deps.passwords.hash(body.password)
      await caller.write(async (w) => {
        await requireSamePassword(w, user)
        await replacePassword(w, deps, { user, passwordHash, exceptHash: caller.sessionHash })
        await noteAccount(w, caller, { kind: 'account.changed', details: { what: 'password' } })
      })
      return accountReply(deps, user.id)
    },

    async checkPassword({ body, caller }) {
      if (caller.user === null)
        await openSecretLink(deps, limits, { caller, kind: 'reset', code: body.code ?? '' })
      const known = caller.user === null ? [] : [caller.user.name]
      return { problem: (await isCommonPassword(deps, body.password, known)) ? 'password-too-common' : null }
    },
  }
}

/** Throws `wrong-credentials` if the password is not the person's, and counts that as an attempt. */
export async function requirePassword(
  deps: Deps,
  {
    user,
    address,
    password,
  }: { readonly user: UserRow; readonly address: string; readonly password: string },
): Promise<void> {
  const attempt = await limitAttempts(deps).begin({ address, account: `user ${user.id}` })
  if (!(await deps.passwords.verify(user.passwordHash, password)))
    throw new Failure('wrong-credentials', { what: 'password' })
  await attempt.withdraw()
}

/** Throws `wrong-credentials` if the person's password was replaced since it was checked. */
export async function requireSamePassword(w: Writer, checked: UserRow): Promise<void> {
  const now = await lockUser(w, checked.id)
  if (now?.passwordHash !== checked.passwordHash) throw new Failure('wrong-credentials', { what: 'password' })
}

/**
 * Sets a new password: sessions that used the old one end, links that were already sent stop working, and the
 * person is notified.
 */
export async function replacePassword(
  w: Writer,
  { now, mail }: Pick<Deps, 'now' | 'mail'>,
  {
    user,
    passwordHash,
    exceptHash,
  }: { readonly user: UserRow; readonly passwordHash: string; readonly exceptHash: string | null },
): Promise<void> {
  const at = now().toISOString()
  await setPassword(w, user.id, passwordHash)
  await deleteSessionsOf(w, user.id, exceptHash)
  // An intruder might have requested the confirmation of an address of their own.
  for (const kind of ['reset', 'confirm-address', 'second-factor'] as const)
    await endShortSecrets(w, user.id, kind, at)
  await notifySignInChanged(w, { now, mail }, user)
}

/**
 * Notifies a person by email that the way they sign in has changed. `linking`: their account at an identity provider,
 * whose host is `provider`, was linked or unlinked.
 */
export async function notifySignInChanged(
  w: Writer,
  { now, mail }: Pick<Deps, 'now' | 'mail'>,
  user: UserRow,
  linking?: { readonly context: 'linked' | 'unlinked'; readonly provider: string },
): Promise<void> {
  const to = mailTo(user)
  if (to === null) return
  const language = user.settings.language ?? null
  const params = { at: sayUntil(now().toISOString(), language) }
  const { context = '', provider = '' } = linking ?? {}
  await mail.send(w, { to, kind: 'sign-in-changed', language, params: { ...params, provider }, context })
}
