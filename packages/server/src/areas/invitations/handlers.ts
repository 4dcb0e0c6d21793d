import { Failure } from '@dragoman/contract'
import {
  groupById,
  invitationById,
  listInstanceInvitations,
  renewInvitation,
  withdrawInvitation,
} from '@dragoman/store'
import { recordWithdrawn } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { rightsFrom } from '../members/present-member.ts'
import { requireLanguages } from '../members/require-languages.ts'
import { acceptInvitation } from './accept-invitation.ts'
import {
  announceInvitation,
  codeHashOf,
  createInvitations,
  endAfter,
  invitationUrl,
  noInvitation,
  recordInvitation,
  requireProofToInvite,
} from './create-invitations.ts'

export function invitationsHandlers(deps: Deps): Handlers['invitations'] {
  const { store, now } = deps
  return {
    async create({ body, caller, project }) {
      requireLanguages([{ pointer: '/rights', rights: body.rights }])
      const { id: projectId, name } = project
      return createInvitations(deps, caller, body, {
        where: { projectId, name },
        invitedTo: { to: 'project', projectId, rights: rightsFrom(body.rights) },
        groupId: null,
      })
    },

    link: ({ params, caller, read }) =>
      read(async (r, { project }) => {
        const row = await invitationById(r, project.id, params.invitation)
        if (row === null) throw noInvitation()
        requireProofToInvite(deps, caller, row)
        return { url: invitationUrl(deps, row) }
      }),

    resend: ({ params, body, caller, write }) =>
      write(async (w, { project: { id: projectId, name } }) => {
        const before = await invitationById(w, projectId, params.invitation)
        if (before === null) throw noInvitation()
        requireProofToInvite(deps, caller, before)
        const row = await renewInvitation(w, before, {
          expiresAt: endAfter(deps, body.days),
          codeHash: codeHashOf(deps),
          by: { userId: caller.user?.id ?? null, name: requireActor(caller).name },
        })
        if (row === null) throw new Failure('stale-member')
        await recordInvitation(w, caller, { projectId, name }, row)
        return announceInvitation(deps, w, row, { project: name, caller })
      }, requireActor(caller).id),

    async listOfInstance({ caller }) {
      const rows = await store.read(listInstanceInvitations)
      for (const row of rows) requireProofToInvite(deps, caller, row)
      return {
        invitations: rows.map((row) => {
          const { id, address, expiresAt, number, used } = row
          return { id, address, url: invitationUrl(deps, row), expiresAt, number, used, emailed: false }
        }),
      }
    },

    async createOfInstance({ body, caller }) {
      const { group: groupId } = body
      if (groupId !== null && (await store.read((r) => groupById(r, groupId))) === null)
        throw new Failure('not-found', { what: 'group' })
      return createInvitations(deps, caller, body, {
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
        await recordWithdrawn(w, row, caller.origin)
        return {}
      }, requireActor(caller).id),

    ...acceptInvitation(deps),
  }
}
