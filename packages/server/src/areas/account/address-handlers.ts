import { Failure } from '@dragoman/contract'
import {
  addShortSecret,
  endShortSecrets,
  setAddress,
  type UserRow,
  userById,
  useShortSecret,
  type Writer,
} from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isMailAddress } from '../../mail/mail-address.ts'
import { mailTo } from '../../notifications/mail-to.ts'
import { refusedField } from '../../refused-field.ts'
import { type AttemptLimits, limitAttempts } from '../session/attempt-limits.ts'
import { originOfPerson } from '../session/begin-session.ts'
import { accountReply, addressIn, noteAccount } from './own-account.ts'
import { newSecretLink, openSecretLink, sayUntil } from './secret-links.ts'

const CONFIRM_MS = 24 * 60 * 60 * 1000

/** Handlers for the address, which takes effect once its owner has confirmed it. */
export function addressHandlers(deps: Deps): Pick<Handlers['account'], 'setAddress' | 'confirmAddress'> {
  const limits = limitAttempts(deps)
  return {
    async setAddress({ body, caller }) {
      const user = requirePerson(caller)
      requireRecentProof(caller, deps)
      const address = body.address?.trim() ?? null
      if (address !== null && !isMailAddress(address)) throw refusedField('/address', 'not-an-address')
      const at = deps.now().toISOString()
      // Keeping the present address discards the pending link to a mistyped one.
      if (isPresent(user, address)) {
        await caller.write((w) => endShortSecrets(w, user.id, 'confirm-address', at))
        return accountReply(deps, user.id)
      }
      const isSent = address !== null && deps.mail.isConfigured
      if (isSent && !(await limits.count(`address mail user ${user.id}`)))
        throw new Failure('too-many-requests', { retryAfterS: 900 })
      await caller.write(async (w) => {
        await endShortSecrets(w, user.id, 'confirm-address', at)
        await noteAccount(w, caller, {
          kind: 'account.changed',
          details: { what: 'address', to: address, isConfirmed: false },
        })
        if (isSent) return sendConfirmation(w, deps, { user, address, at })
        // Without email nothing can be confirmed: the address is only shown, never used.
        await notifyOldAddress(w, deps, user, address)
        await setAddress(w, user.id, { address, confirmedAt: null })
        // A password reset link that was sent to the old address no longer works.
        await endShortSecrets(w, user.id, 'reset', at)
      })
      return accountReply(deps, user.id)
    },
    confirmAddress: confirmAddress(deps, limits),
  }
}

/** Returns whether someone has this address already, confirmed, or has none. */
function isPresent(user: UserRow, address: string | null): boolean {
  return address === user.address && (address === null || user.addressConfirmedAt !== null)
}

/** Sends an email with the link that confirms an address. */
async function sendConfirmation(
  w: Writer,
  deps: Deps,
  { user, address, at }: { readonly user: UserRow; readonly address: string; readonly at: string },
): Promise<void> {
  const { code, hash, expiresAt } = newSecretLink(deps, CONFIRM_MS)
  await addShortSecret(w, {
    hash,
    kind: 'confirm-address',
    userId: user.id,
    payload: { address },
    at,
    expiresAt,
  })
  const language = user.settings.language ?? null
  await deps.mail.send(w, {
    to: { name: '', address },
    kind: 'confirm-address',
    language,
    params: { until: sayUntil(expiresAt, language) },
    url: `${deps.publicOrigin()}/confirm/${code}`,
  })
}

/** Makes an address that a person has confirmed theirs. Throws `wrong-link`, `link-used`. */
function confirmAddress(deps: Deps, limits: AttemptLimits): Handlers['account']['confirmAddress'] {
  return async ({ body, caller }) => {
    const { hash, secret } = await openSecretLink(deps, limits, {
      caller,
      kind: 'confirm-address',
      code: body.code,
    })
    const address = addressIn(secret.payload)
    const at = deps.now().toISOString()
    return caller.write(async (w) => {
      const user = secret.userId === null ? null : await userById(w, secret.userId)
      if (user === null || address === null) throw new Failure('wrong-link')
      if (!(await useShortSecret(w, hash, at))) throw new Failure('link-used')
      await notifyOldAddress(w, deps, user, address)
      await setAddress(w, user.id, { address, confirmedAt: at })
      // A password reset link that was sent to the old address no longer works.
      await endShortSecrets(w, user.id, 'reset', at)
      const by = { ...caller, user, origin: originOfPerson(caller, user) }
      await noteAccount(w, by, {
        kind: 'account.changed',
        details: { what: 'address', to: address, isConfirmed: true },
      })
      return { address }
    })
  }
}

/** Notifies the old address, so that no account is taken over unnoticed. `address`: the new one, or null. */
async function notifyOldAddress(w: Writer, deps: Deps, user: UserRow, address: string | null): Promise<void> {
  const to = mailTo(user)
  if (to === null) return
  const language = user.settings.language ?? null
  await deps.mail.send(w, {
    to,
    kind: 'address-changed',
    language,
    params: { address: address ?? '' },
    context: address === null ? 'removed' : '',
  })
}
