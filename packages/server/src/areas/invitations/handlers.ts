import { Failure, type InvitationReply } from '@dragoman/contract'
import {
  addInvitation,
  type CodeHash,
  groupById,
  type InvitationRow,
  type InvitedTo,
  invitationById,
  listInstanceInvitations,
  recordAudit,
  renewInvitation,
  type Writer,
  withdrawInvitation,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireProofForManagers } from '../../access/require-proof-for-managers.ts'
import { requireRecentProof } from '../../access/require-recent-proof.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { isMailAddress } from '../../mail/mail-address.ts'
import { rightsFrom } from '../members/present-member.ts'
import { requireLanguages } from '../members/require-languages.ts'
import { acceptInvitation, nameOfInvitation } from './accept-invitation.ts'
import { countMail } from './count-mail.ts'
import { codeOf, hashOfCode } from './invitation-code.ts'
import { invitationMail } from './invitation-mail.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type How = {
  readonly addresses: readonly string[]
  readonly number: number
  readonly days: number
  readonly note?: string | undefined
}
type Where = { readonly projectId: number | null; readonly name: string }

export function invitationsHandlers(deps: Deps): Handlers['invitations'] {
  const { store, now, sealing, mail, publicOrigin } = deps
  const codeHash: CodeHash = (id, generation) => hashOfCode(codeOf(sealing, { id, generation }))
  const urlOf = (row: InvitationRow) => `${publicOrigin()}/invite/${codeOf(sealing, row)}`
  const endAfter = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString()

  /** Queues the email if there are an address and a mail server; the link can always be copied. */
  async function announce(
    w: Writer,
    row: InvitationRow,
    { project, caller }: { readonly project: string; readonly caller: Caller },
  ): Promise<InvitationReply> {
    const { id, address, expiresAt, number, used } = row
    // The language of who is invited is not known; those who invite mostly share it.
    const language = caller.user?.settings.language ?? null
    const url = urlOf(row)
    if (address !== null && mail.isConfigured) await countMail(w, row.invitedTo, now().getTime())
    const emailed =
      address !== null &&
      (await mail.send(w, {
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

  /** A group can manage projects; whether it does is not looked up. */
  function requireProof(
    caller: Caller,
    { invitedTo, groupId }: Pick<InvitationRow, 'invitedTo' | 'groupId'>,
  ) {
    if (groupId !== null) requireRecentProof(caller, deps)
    if (invitedTo.to === 'project') requireProofForManagers(caller, deps, [invitedTo.rights])
  }

  function create(
    caller: Caller,
    { addresses, number, days, note = '' }: How,
    to: { readonly where: Where; readonly invitedTo: InvitedTo; readonly groupId: number | null },
  ) {
    const { id, name } = requireActor(caller)
    requireProof(caller, to)
    const fields = addresses.flatMap((address, at) =>
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
            expiresAt: endAfter(days),
            at: now().toISOString(),
            by: { userId: caller.user?.id ?? null, name },
          },
          codeHash,
        )
        made.push(await announce(w, row, { project: to.where.name, caller }))
        await record(w, caller, to.where, row)
      }
      return { invitations: made }
    }, id)
  }

  return {
    async create({ body, caller, project }) {
      requireLanguages([{ pointer: '/rights', rights: body.rights }])
      const { id: projectId, name } = project
      return create(caller, body, {
        where: { projectId, name },
        invitedTo: { to: 'project', projectId, rights: rightsFrom(body.rights) },
        groupId: null,
      })
    },

    link: ({ params, read }) =>
      read(async (r, { project }) => {
        const row = await invitationById(r, project.id, params.invitation)
        if (row === null) throw noInvitation()
        return { url: urlOf(row) }
      }),

    resend: ({ params, body, caller, write }) =>
      write(async (w, { project: { id: projectId, name } }) => {
        const before = await invitationById(w, projectId, params.invitation)
        if (before === null) throw noInvitation()
        requireProof(caller, before)
        const row = await renewInvitation(w, before, {
          expiresAt: endAfter(body.days),
          codeHash,
          by: { userId: caller.user?.id ?? null, name: requireActor(caller).name },
        })
        if (row === null) throw new Failure('stale-member')
        await record(w, caller, { projectId, name }, row)
        return announce(w, row, { project: name, caller })
      }, requireActor(caller).id),

    listOfInstance: () =>
      store.read(async (r) => ({
        invitations: (await listInstanceInvitations(r)).map((row) => {
          const { id, address, expiresAt, number, used } = row
          return { id, address, url: urlOf(row), expiresAt, number, used, emailed: false }
        }),
      })),

    async createOfInstance({ body, caller }) {
      const { group: groupId } = body
      if (groupId !== null && (await store.read((r) => groupById(r, groupId))) === null)
        throw new Failure('not-found', { what: 'group' })
      return create(caller, body, {
        where: { projectId: null, name: 'Dragoman' },
        invitedTo: { to: 'instance' },
        groupId,
      })
    },

    withdrawOfInstance: ({ params, caller }) =>
      caller.write(async (w) => {
        const row = await invitationById(w, null, params.invitation)
        if (row === null) throw noInvitation()
        await withdrawInvitation(w, row.id, now().toISOString())
        const entry = { kind: 'invitation.withdrawn', target: nameOfInvitation(row), details: {} } as const
        await recordAudit(w, { ...entry, projectId: null, origin: caller.origin })
        return {}
      }, requireActor(caller).id),

    ...acceptInvitation(deps),
  }
}

function noInvitation(): Failure {
  return new Failure('not-found', { what: 'invitation' })
}

async function record(
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
