import { actorId, likenessOf, tidyName } from '@dragoman/core'
import { sql } from 'kysely'
import type { UserRow, UserSettings } from '../account-types.ts'
import { NameTakenError } from '../errors.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Returns the person who set up this instance; null before that. */
export async function owner({ db }: Reader): Promise<UserRow | null> {
  const row = await db
    .selectFrom('user')
    .selectAll()
    .where('role', '=', 'owner')
    .orderBy('id')
    .executeTakeFirst()
  return row ? userRow(row) : null
}

export async function userById({ db }: Reader, id: number): Promise<UserRow | null> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? userRow(row) : null
}

/** A person as they are in the transaction that read them, and stay until it ends. */
export type LockedUser = UserRow & { readonly isLocked: true }

/**
 * Reads a person in the transaction that acts for them, and lets no one else change them until it ends; null if they
 * were removed. What was read before, such as a password that took seconds to check, has to be compared with it.
 */
export async function lockUser(w: Writer, id: number): Promise<LockedUser | null> {
  await w.dialect.lockPeople(w.db, sql`${id}`)
  const user = await userById(w, id)
  return user && { ...user, isLocked: true }
}

/** Returns the person with a name as typed: exactly as it is stored, else without the spaces around it. */
export async function userByName({ db }: Reader, name: string): Promise<UserRow | null> {
  for (const spelling of new Set([name, tidyName(name)])) {
    const row = await db.selectFrom('user').selectAll().where('name', '=', spelling).executeTakeFirst()
    if (row) return userRow(row)
  }
  return null
}

/**
 * Returns whether someone else has a name that people would take for this one. Names from before this rule can be
 * alike; they stay.
 */
export async function isNameTaken(
  { db }: Reader,
  name: string,
  except: number | null = null,
): Promise<boolean> {
  const { folded, skeleton } = likenessOf(name)
  const row = await db
    .selectFrom('user')
    .select('id')
    .where((where) => where.or([where('name_folded', '=', folded), where('name_skeleton', '=', skeleton)]))
    .where('id', '<>', except ?? 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type NewUser = { readonly name: string; readonly passwordHash: string | null; readonly at: string }

/** Creates the first owner. Throws NameTakenError if there is an owner already: set-up happens once. */
export async function createOwner(w: Writer, user: NewUser): Promise<UserRow> {
  // This locks the counter's row, so that two concurrent set-ups cannot both find no owner.
  const id = await w.dialect.allocate(w.db, 'user', 1)
  const there = await owner(w)
  if (there) throw new NameTakenError(there.name)
  return insertUser(w, { ...user, id, role: 'owner' })
}

/** Creates an account without any rights until it becomes a member of a project. Throws NameTakenError. */
export async function createMember(w: Writer, user: NewUser): Promise<UserRow> {
  await requireFreeName(w, user.name)
  const id = await w.dialect.allocate(w.db, 'user', 1)
  return insertUser(w, { ...user, id, role: 'member' })
}

async function insertUser(
  { db, emit }: Writer,
  user: NewUser & Pick<UserRow, 'id' | 'role'>,
): Promise<UserRow> {
  const { id, name, role } = user
  const likeness = likenessOf(name)
  const row: Tables['user'] = {
    id,
    name,
    name_folded: likeness.folded,
    name_skeleton: likeness.skeleton,
    role,
    password_hash: user.passwordHash,
    created_at: user.at,
    email: null,
    email_folded: null,
    email_confirmed_at: null,
    seen_at: null,
    suspended_at: null,
    settings: '{}',
    picture: null,
    totp_secret: null,
    totp_step: null,
    totp_confirmed_at: null,
  }
  await db.insertInto('user').values(row).execute()
  emit({ kind: 'user.created', projectId: null, payload: { userId: id } })
  return userRow(row)
}

/** Throws NameTakenError. Waits for others who give a name, so that two cannot take similar names at the same time. */
async function requireFreeName(w: Writer, name: string, of: number | null = null): Promise<void> {
  await w.dialect.allocate(w.db, 'user', 0)
  if (await isNameTaken(w, name, of)) throw new NameTakenError(name, 'person')
}

/**
 * Renames a person; null if there is no such user. Earlier work keeps the previous name. Throws
 * NameTakenError.
 */
export async function renameUser(w: Writer, userId: number, name: string): Promise<UserRow | null> {
  await requireFreeName(w, name, userId)
  const { folded, skeleton } = likenessOf(name)
  await w.db
    .updateTable('user')
    .set({ name, name_folded: folded, name_skeleton: skeleton })
    .where('id', '=', userId)
    .execute()
  const user = await userById(w, userId)
  if (user) emitChanged(w, userId)
  return user
}

/** Changes the password; the caller has to end sessions. */
export async function setPassword(w: Writer, userId: number, passwordHash: string): Promise<void> {
  await w.db.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  emitChanged(w, userId)
}

/** Returns which of the people agreed that commits with their texts are signed off in their name. */
export async function peopleWhoSignOff(
  { db }: Reader,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'settings'])
    .where('id', 'in', [...userIds])
    .execute()
  const agreed = rows.filter(({ settings }) => parseJson<UserSettings>(settings).signsOffSince !== undefined)
  return new Set(agreed.map(({ id }) => id))
}

export async function putUserSettings(w: Writer, userId: number, settings: UserSettings): Promise<void> {
  const text = JSON.stringify(settings)
  await w.db.updateTable('user').set({ settings: text }).where('id', '=', userId).execute()
  emitChanged(w, userId)
}

/** Suspends a person from `at` on; null lifts the suspension. The caller has to end sessions. */
export async function setSuspended(w: Writer, userId: number, at: string | null): Promise<void> {
  await w.db.updateTable('user').set({ suspended_at: at }).where('id', '=', userId).execute()
  emitChanged(w, userId)
}

export async function countOwners({ db }: Reader): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Emits that a person's account has changed. */
export function emitChanged({ emit }: Writer, userId: number): void {
  emit({ kind: 'user.changed', projectId: null, actorId: actorId('user', userId), payload: { userId } })
}

export function userRow(row: Tables['user']): UserRow {
  return {
    id: row.id,
    name: row.name,
    role: row.role === 'owner' ? 'owner' : 'member',
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    address: row.email,
    addressConfirmedAt: row.email_confirmed_at,
    seenAt: row.seen_at,
    suspendedAt: row.suspended_at,
    settings: parseJson<UserSettings>(row.settings),
    picture: row.picture,
    hasSecondFactor: row.totp_confirmed_at !== null,
  }
}
