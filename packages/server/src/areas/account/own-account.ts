import { type AccountReply, Failure } from '@dragoman/contract'
import {
  type AuditDeed,
  countOwners,
  passkeysOf,
  pendingSecret,
  recordAudit,
  recoveryCodesLeft,
  renameUser,
  type UserRow,
  userById,
  type Writer,
} from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'

/** Returns a person's account as they see it. */
export async function accountReply({ store, now }: Deps, userId: number): Promise<AccountReply> {
  const at = now().toISOString()
  return store.read(async (r) => {
    const user = await userById(r, userId)
    if (user === null) throw new Failure('not-signed-in')
    const waiting = await pendingSecret(r, userId, 'confirm-address', at)
    const passkeys = await passkeysOf(r, userId)
    return {
      name: user.name,
      address:
        user.address === null
          ? null
          : { address: user.address, isConfirmed: user.addressConfirmedAt !== null },
      waitingAddress: waiting === null ? null : addressIn(waiting.payload),
      picture: user.picture,
      language: user.settings.language ?? null,
      signsOffSince: user.settings.signsOffSince ?? null,
      hasPassword: user.passwordHash !== null,
      hasSecondFactor: user.hasSecondFactor,
      recoveryCodesLeft: user.hasSecondFactor ? await recoveryCodesLeft(r, userId) : 0,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
      isLastOwner: user.role === 'owner' && (await countOwners(r)) === 1,
    }
  })
}

/** Returns the address that a secret of kind `confirm-address` is for. */
export function addressIn(payload: unknown): string | null {
  const { address } = (payload ?? {}) as { readonly address?: unknown }
  return typeof address === 'string' ? address : null
}

/** Renames the caller, and records that; nothing happens if it is their name already. Returns them as they are now. */
export async function renameCaller(w: Writer, caller: Caller, name: string): Promise<UserRow | null> {
  const user = requirePerson(caller)
  if (name === user.name) return user
  const renamed = await renameUser(w, user.id, name)
  await noteAccount(w, caller, { kind: 'account.changed', details: { what: 'name', to: name } })
  return renamed
}

/** Records in the audit log what someone did with their account. */
export async function noteAccount(
  w: Writer,
  caller: Caller,
  deed: AuditDeed<'account.changed' | 'account.removed' | 'session.ended'>,
): Promise<void> {
  await recordAudit(w, { ...deed, projectId: null, origin: caller.origin, target: caller.user?.name ?? '' })
}
