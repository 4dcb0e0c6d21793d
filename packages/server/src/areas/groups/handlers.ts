import { Failure, type GroupReply } from '@dragoman/contract'
import {
  type AuditKind,
  changeGroupPeople,
  createGroup,
  type GroupRow,
  groupById,
  listGroups,
  peopleOfGroup,
  type Reader,
  recordAudit,
  removeGroup,
  renameGroup,
  userById,
  type Writer,
} from '@dragoman/store'
import { endLostInvitations } from '../../access/inviting.ts'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { failureOf } from '../members/failure-of.ts'

export function groupsHandlers({ store, now }: Deps): Handlers['groups'] {
  const list = async () => ({ groups: (await store.read(listGroups)).map(presentGroup) })
  return {
    list,
    available: list,

    create: ({ body, caller }) =>
      caller.write(async (w) => {
        const group = await createGroup(w, { name: body.name, at: now().toISOString() })
        await record(w, caller, { kind: 'group.changed', group, details: { made: true } })
        return presentGroup(group)
      }, requireActor(caller).id),

    rename: ({ params, body, caller }) =>
      caller.write(async (w) => {
        const group = await groupOf(w, params.group)
        await renameGroup(w, group.id, body.name)
        await record(w, caller, { kind: 'group.changed', group, details: { name: body.name } })
        return presentGroup(await groupOf(w, group.id))
      }, requireActor(caller).id),

    remove: ({ params, caller }) =>
      caller.write(async (w) => {
        const group = await groupOf(w, params.group)
        const people = (await peopleOfGroup(w, group.id)).map(({ id }) => id)
        await orRefuse(() => removeGroup(w, group.id))
        await endLostInvitations(w, people, now().toISOString())
        await record(w, caller, { kind: 'group.removed', group, details: { people: group.people } })
        return {}
      }, requireActor(caller).id),

    people: ({ params }) =>
      store.read(async (r) => {
        const { id } = await groupOf(r, params.group)
        return { people: (await peopleOfGroup(r, id)).map((person) => ({ ...person })) }
      }),

    changePeople: ({ params, body, caller }) =>
      caller.write(async (w) => {
        const group = await groupOf(w, params.group)
        const { add, remove } = body
        for (const id of add)
          if ((await userById(w, id)) === null) throw new Failure('not-found', { what: 'person' })
        await orRefuse(() => changeGroupPeople(w, { groupId: group.id, add, remove, source: 'hand' }))
        await endLostInvitations(w, remove, now().toISOString())
        await record(w, caller, { kind: 'group.changed', group, details: { add, remove } })
        return presentGroup(await groupOf(w, group.id))
      }, requireActor(caller).id),
  }
}

async function groupOf(r: Reader, id: number): Promise<GroupRow> {
  const group = await groupById(r, id)
  if (group === null) throw new Failure('not-found', { what: 'group' })
  return group
}

async function orRefuse(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    throw failureOf(error)
  }
}

function record(
  w: Writer,
  { origin }: Caller,
  { kind, group, details }: { kind: AuditKind; group: GroupRow; details: Record<string, unknown> },
): Promise<void> {
  return recordAudit(w, {
    kind,
    projectId: null,
    origin,
    target: group.name,
    details: { group: group.id, ...details },
  })
}

function presentGroup({ id, name, people }: GroupRow): GroupReply {
  return { id, name, people }
}
