import { Failure, type GroupReply } from '@dragoman/contract'
import {
  type AuditDeed,
  changeGroupPeople,
  createGroup,
  type GroupRow,
  groupById,
  groupRights,
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
  return {
    list: async () => ({ groups: (await store.read(listGroups)).map(presentGroup) }),

    available: ({ read }) =>
      read(async (r, { project }) => {
        const own = new Set((await groupRights(r, project.id)).map(({ groupId }) => groupId))
        const all = await listGroups(r)
        return { groups: all.map((row) => ({ ...presentGroup(row), isInProject: own.has(row.id) })) }
      }),

    create: ({ body, caller }) =>
      caller.write(async (w) => {
        const group = await createGroup(w, { name: body.name, at: now().toISOString() })
        const details = { group: group.id, made: true } as const
        await record(w, caller, group.name, { kind: 'group.changed', details })
        return presentGroup(group)
      }, requireActor(caller).id),

    rename: ({ params, body, caller }) =>
      caller.write(async (w) => {
        const group = await groupOf(w, params.group)
        await renameGroup(w, group.id, body.name)
        const details = { group: group.id, name: body.name }
        await record(w, caller, group.name, { kind: 'group.changed', details })
        return presentGroup(await groupOf(w, group.id))
      }, requireActor(caller).id),

    remove: ({ params, caller }) =>
      caller.write(async (w) => {
        const group = await groupOf(w, params.group)
        const people = (await peopleOfGroup(w, group.id)).map(({ id }) => id)
        await orRefuse(() => removeGroup(w, group.id))
        const cause = { at: now().toISOString(), origin: caller.origin }
        const endedInvitations = await endLostInvitations(w, people, cause)
        const details = { group: group.id, people: group.people }
        await record(w, caller, group.name, { kind: 'group.removed', details })
        return { endedInvitations }
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
        if ((await namesOf(w, add)).length < add.length) throw new Failure('not-found', { what: 'person' })
        const { added, removed } = await orRefuse(() =>
          changeGroupPeople(w, { groupId: group.id, add, remove, source: 'hand' }),
        )
        const cause = { at: now().toISOString(), origin: caller.origin }
        const endedInvitations = await endLostInvitations(w, removed, cause)
        const names = { added: await namesOf(w, added), removed: await namesOf(w, removed) }
        if (added.length + removed.length > 0)
          await record(w, caller, group.name, {
            kind: 'group.changed',
            details: { group: group.id, ...names },
          })
        return { ...presentGroup(await groupOf(w, group.id)), added: [...added], endedInvitations }
      }, requireActor(caller).id),
  }
}

async function groupOf(r: Reader, id: number): Promise<GroupRow> {
  const group = await groupById(r, id)
  if (group === null) throw new Failure('not-found', { what: 'group' })
  return group
}

/** Returns the names of people, without those who do not exist. */
async function namesOf(r: Reader, ids: readonly number[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const id of ids) {
    const user = await userById(r, id)
    if (user !== null) names.push(user.name)
  }
  return names
}

async function orRefuse<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw failureOf(error)
  }
}

function record(
  w: Writer,
  { origin }: Caller,
  target: string,
  deed: AuditDeed<'group.changed' | 'group.removed'>,
): Promise<void> {
  return recordAudit(w, { ...deed, target, projectId: null, origin })
}

function presentGroup({ id, name, people }: GroupRow): GroupReply {
  return { id, name, people }
}
