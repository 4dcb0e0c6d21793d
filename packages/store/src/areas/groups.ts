import { areNamesAlike, rolesThatAllow } from '@dragoman/core'
import { sql } from 'kysely'
import { LastManagerError, NameTakenError } from '../errors.ts'
import { sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { managerCount } from './members.ts'
import { removeAssignedGroup } from './tasks.ts'

export type GroupRow = {
  readonly id: number
  readonly name: string
  readonly people: number
  readonly createdAt: string
}

/** An event names at most this many people. */
const NAMED_MAX = 500

/** Returns all groups of the instance, by name. */
export async function listGroups({ db }: Reader): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.created_at as "createdAt",
      (select count(*) from group_member m where m.group_id = g.id) as people
    from person_group g order by lower(g.name), g.id`.execute(db)
  return rows
}

export async function groupById(r: Reader, id: number): Promise<GroupRow | null> {
  return (await listGroups(r)).find((group) => group.id === id) ?? null
}

/** Creates a group. Throws NameTakenError. */
export async function createGroup(
  w: Writer,
  group: { readonly name: string; readonly at: string },
): Promise<GroupRow> {
  const id = await w.dialect.allocate(w.db, 'group', 1)
  await requireFreeName(w, group.name, id)
  const name = sanitizeForStorage(group.name)
  await w.db.insertInto('person_group').values({ id, name, created_at: group.at }).execute()
  w.emit({ kind: 'group.changed', projectId: null, payload: { groupId: id, userIds: [] } })
  return { id, name, people: 0, createdAt: group.at }
}

/** Renames a group. Throws NameTakenError. */
export async function renameGroup(w: Writer, id: number, name: string): Promise<void> {
  await requireFreeName(w, name, id)
  await w.db
    .updateTable('person_group')
    .set({ name: sanitizeForStorage(name) })
    .where('id', '=', id)
    .execute()
  await notifyProjects(w, id, [])
}

/**
 * Throws NameTakenError if another group has a name that people would take for this one. Waits for others who give a
 * name, so that two cannot take similar names at the same time.
 */
async function requireFreeName(w: Writer, name: string, of: number): Promise<void> {
  await w.dialect.allocate(w.db, 'group', 0)
  const groups = await w.db.selectFrom('person_group').select(['id', 'name']).execute()
  const isTaken = groups.some((group) => group.id !== of && areNamesAlike(group.name, name))
  if (isTaken) throw new NameTakenError(name, 'group')
}

/** Removes a group; its people keep their own memberships. Throws LastManagerError. */
export async function removeGroup(w: Writer, id: number): Promise<void> {
  await w.dialect.lockPeople(w.db, sql`select user_id from group_member where group_id = ${id}`)
  await keepingManagers(w, id, async () => {
    await notifyProjects(w, id, await idsOfGroup(w, id))
    await removeAssignedGroup(w, id)
    await w.db.deleteFrom('person_group').where('id', '=', id).execute()
  })
}

export type GroupPerson = { readonly id: number; readonly name: string; readonly source: 'hand' | 'oidc' }

export async function peopleOfGroup({ db }: Reader, id: number): Promise<readonly GroupPerson[]> {
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('user', 'user.id', 'group_member.user_id')
    .select(['user.id', 'user.name', 'group_member.source'])
    .where('group_member.group_id', '=', id)
    .orderBy('user.name')
    .execute()
  return rows.map(({ id: userId, name, source }) => ({
    id: userId,
    name,
    source: source === 'oidc' ? 'oidc' : 'hand',
  }))
}

/** Returns whether a person is in a group. */
export async function isInGroup(
  { db }: Reader,
  { groupId, userId }: { readonly groupId: number; readonly userId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('group_member')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds people to a group and removes others; returns whom it changed. Throws LastManagerError. */
export async function changeGroupPeople(
  w: Writer,
  change: {
    readonly groupId: number
    readonly add: readonly number[]
    readonly remove: readonly number[]
    readonly source: 'hand' | 'oidc'
  },
): Promise<{ readonly added: readonly number[]; readonly removed: readonly number[] }> {
  const added: number[] = []
  const removed: number[] = []
  const { groupId, add, remove, source } = change
  const people = [...add, ...remove]
  if (people.length > 0) await w.dialect.lockPeople(w.db, sql.join(people))
  await keepingManagers(w, groupId, async () => {
    for (const userId of add) {
      const row = await w.db
        .insertInto('group_member')
        .values({ group_id: groupId, user_id: userId, source })
        .onConflict((on) => on.columns(['group_id', 'user_id']).doNothing())
        .returning('user_id')
        .executeTakeFirst()
      if (row !== undefined) added.push(userId)
    }
    if (remove.length > 0) {
      const rows = await w.db
        .deleteFrom('group_member')
        .where('group_id', '=', groupId)
        .where('user_id', 'in', [...remove])
        .returning('user_id')
        .execute()
      removed.push(...rows.map((row) => row.user_id))
    }
    await notifyProjects(w, groupId, people.length > NAMED_MAX ? null : people)
  })
  return { added, removed }
}

/** Throws LastManagerError if a project that the group manages would be left without a manager. */
async function keepingManagers(w: Writer, groupId: number, change: () => Promise<void>): Promise<void> {
  const managed: number[] = []
  const rows = await w.db
    .selectFrom('group_membership')
    .select('project_id')
    .where('group_id', '=', groupId)
    .where('role', 'in', [...rolesThatAllow('members.manage')])
    .orderBy('project_id')
    .execute()
  for (const { project_id } of rows) {
    await w.dialect.lockProject(w.db, project_id)
    if ((await managerCount(w, project_id)) > 0) managed.push(project_id)
  }
  await change()
  for (const projectId of managed) if ((await managerCount(w, projectId)) === 0) throw new LastManagerError()
}

/** Returns the people of a group for an event; null: too many to name. */
export async function idsOfGroup({ db }: Reader, groupId: number): Promise<readonly number[] | null> {
  const rows = await db
    .selectFrom('group_member')
    .select('user_id')
    .where('group_id', '=', groupId)
    .limit(NAMED_MAX + 1)
    .execute()
  return rows.length > NAMED_MAX ? null : rows.map((row) => row.user_id)
}

/**
 * Makes open windows of each of the group's projects reload their access rights. `userIds`: whose rights have
 * changed; null: too many to name.
 */
export async function notifyProjects(
  w: Writer,
  groupId: number,
  userIds: readonly number[] | null,
): Promise<void> {
  const rows = await w.db
    .selectFrom('group_membership')
    .select('project_id')
    .where('group_id', '=', groupId)
    .execute()
  w.emit({ kind: 'group.changed', projectId: null, payload: { groupId, userIds } })
  for (const { project_id } of rows)
    w.emit({ kind: 'group.changed', projectId: project_id, payload: { groupId, userIds } })
}
