import { Failure, type InvitationReply, type RefusedField } from '@dragoman/contract'
import {
  addInvitation,
  type CodeHash,
  groupById,
  type InvitationRow,
  type InvitedTo,
  recordAudit,
  type Writer,
} from '@dragoman/store'
import { nameOfInvitation } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireProofForManagers } from '../../access/require-proof-for-managers.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { isMailAddress } from '../../mail/mail-address.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { countMail } from './count-mail.ts'
import { codeOf } from './invitation-code.ts'
import { invitationMail } from './invitation-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type How = {
  readonly addresses: readonly string[]
  readonly number: number
  readonly days: number
  readonly note?: string | undefined
}
type Where = { readonly projectId: number | null; readonly name: string }

/** Creates one invitation for each address, or one link, and sends the emails. Throws `invalid-input`. */
export function createInvitations(
  deps: Deps,
  caller: Caller,
  { addresses, number, days, note = '' }: How,
  to: { readonly where: Where; readonly invitedTo: InvitedTo; readonly groupId: number | null },
) {
  const { id, name } = requireActor(caller)
  requireProofToInvite(deps, caller, to)
  const fields = addresses.flatMap((address, at): RefusedField[] =>
    isMailAddress(address) ? [] : [{ pointer: `/addresses/${at}`, code: 'not-an-address' }],
  )
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
  const each = addresses.length === 0 ? [null] : [...new Set(addresses)]
  return caller.write(async (w) => {
    const made: InvitationReply[] = []
    for (const address of each) {
      const row = await addInvitation(
        w,
        {
          invitedTo: to.invitedTo,
          groupId: to.groupId,
          address,
          note: address === null ? note : '',
          number: address === null ? number : 1,
          expiresAt: endAfter(deps, days),
          at: deps.now().toISOString(),
          by: { userId: caller.user?.id ?? null, name },
        },
        codeHashOf(deps),
      )
      made.push(await announceInvitation(deps, w, row, { project: to.where.name, caller }))
      await recordInvitation(w, caller, to.where, row)
    }
    return { invitations: made }
  }, id)
}

/** Queues the email if there are an address and a mail server; the link can always be copied. */
export async function announceInvitation(
  deps: Deps,
  w: Writer,
  row: InvitationRow,
  { project, caller }: { readonly project: string; readonly caller: Caller },
): Promise<InvitationReply> {
  const { id, address, expiresAt, number, used } = row
  // The language of who is invited is not known; those who invite mostly share it.
  const language = caller.user?.settings.language ?? null
  const url = invitationUrl(deps, row)
  if (address !== null && deps.mail.isConfigured) await countMail(w, row.invitedTo, deps.now().getTime())
  const emailed =
    address !== null &&
    (await deps.mail.send(w, {
      to: { name: '', address },
      kind: 'invitation',
      language,
      context: row.invitedTo.to === 'instance' ? 'server' : '',
      params: invitationMail(row, { project, language }),
      url,
      dedupeKey: `invitation:${id}.${row.generation}`,
    }))
  return { id, address, url, expiresAt, number, used, emailed }
}

/**
 * Requires a recent proof before someone invites to what changes members, or gets the link of such an invitation, which
 * they could accept themselves. A group can manage projects; whether it does is not looked up.
 */
export function requireProofToInvite(
  deps: Pick<Deps, 'now' | 'edition'>,
  caller: Caller,
  { invitedTo, groupId }: Pick<InvitationRow, 'invitedTo' | 'groupId'>,
) {
  if (groupId !== null) requireRecentProof(caller, deps)
  if (invitedTo.to === 'project') requireProofForManagers(caller, deps, [invitedTo.rights])
}

export function codeHashOf({ sealing }: Pick<Deps, 'sealing'>): CodeHash {
  return (id, generation) => hashOfSecret(codeOf(sealing, { id, generation }))
}

export function invitationUrl(
  { publicOrigin, sealing }: Pick<Deps, 'publicOrigin' | 'sealing'>,
  row: InvitationRow,
): string {
  return `${publicOrigin()}/invite/${codeOf(sealing, row)}`
}

/** Returns the time `days` from now. */
export function endAfter({ now }: Pick<Deps, 'now'>, days: number): string {
  return new Date(now().getTime() + days * DAY_MS).toISOString()
}

export function noInvitation(): Failure {
  return new Failure('not-found', { what: 'invitation' })
}

export async function recordInvitation(
  w: Writer,
  { origin }: Caller,
  { projectId }: Where,
  row: InvitationRow,
): Promise<void> {
  const { id, invitedTo, number, generation, expiresAt, groupId } = row
  const role = invitedTo.to === 'project' ? invitedTo.rights.role : 'member'
  const group = groupId === null ? null : ((await groupById(w, groupId))?.name ?? null)
  const details = { id, role, number, generation, expiresAt, group }
  const target = nameOfInvitation(row)
  return recordAudit(w, { kind: 'invitation.made', projectId, origin, target, details })
}
