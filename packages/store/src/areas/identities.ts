import type { UserRow } from '../account-types.ts'
import { NameTakenError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import { notifyProjects } from './groups.ts'
import { deleteSession } from './sessions.ts'
import { userRow } from './users.ts'

/**
 * An identity at an identity provider. Only both together identify a person: addresses and names can change
 * owners.
 */
export type Identity = { readonly issuer: string; readonly subject: string }

/** Returns the account of an identity; null if there is none. */
export async function userByIdentity({ db }: Reader, { issuer, subject }: Identity): Promise<UserRow | null> {
  const row = await db
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.user_id')
    .selectAll('user')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ? userRow(row) : null
}

/** Links an identity to an account. Throws NameTakenError if it belongs to another one. */
export async function linkIdentity(
  w: Writer,
  { issuer, subject, userId, at }: Identity & { readonly userId: number; readonly at: string },
): Promise<void> {
  const there = await userByIdentity(w, { issuer, subject })
  if (there !== null && there.id !== userId) throw new NameTakenError(there.name)
  await w.db
    .insertInto('identity')
    .values({ issuer, subject, user_id: userId, created_at: at })
    .onConflict((on) => on.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/** Returns the identities that a person signs in with, oldest first. */
export async function identitiesOf(
  { db }: Reader,
  userId: number,
): Promise<readonly (Identity & { readonly createdAt: string })[]> {
  const rows = await db
    .selectFrom('identity')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('issuer')
    .orderBy('subject')
    .execute()
  return rows.map(({ issuer, subject, created_at: createdAt }) => ({ issuer, subject, createdAt }))
}

/** Unlinks an identity. The caller has to end the sessions that it started. */
export async function unlinkIdentity(
  { db }: Writer,
  { issuer, subject, userId }: Identity & { readonly userId: number },
): Promise<void> {
  await db
    .deleteFrom('identity')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .execute()
}

/** A sign-in in progress at the provider. */
export type SignInState = {
  readonly issuer: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  /** Who is linking the identity to their account; null: a sign-in. */
  readonly userId: number | null
}

/** Stores the state under the hash of the browser's cookie, and deletes expired states. */
export async function keepSignInState(
  { db }: Writer,
  {
    idHash,
    at,
    expiresAt,
    ...state
  }: SignInState & { readonly idHash: string; readonly at: string; readonly expiresAt: string },
): Promise<void> {
  await db.deleteFrom('sign_in_state').where('expires_at', '<=', at).execute()
  await db
    .insertInto('sign_in_state')
    .values({
      id_hash: idHash,
      issuer: state.issuer,
      state: state.state,
      nonce: state.nonce,
      verifier: state.verifier,
      redirect_uri: state.redirectUri,
      user_id: state.userId,
      expires_at: expiresAt,
    })
    .execute()
}

/** Returns the state once; null if there is none, or it has expired. */
export async function takeSignInState(
  { db }: Writer,
  { idHash, at }: { readonly idHash: string; readonly at: string },
): Promise<SignInState | null> {
  const row = await db
    .deleteFrom('sign_in_state')
    .where('id_hash', '=', idHash)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= at) return null
  const { issuer, state, nonce, verifier } = row
  return { issuer, state, nonce, verifier, redirectUri: row.redirect_uri, userId: row.user_id }
}

/** What is needed to end a session at the provider too. */
export type SessionIdentity = {
  readonly issuer: string
  readonly idToken: string
  /** Null for sessions from before this was stored. */
  readonly subject: string | null
  /** The session there (`sid`); null if the provider did not say. */
  readonly providerSession: string | null
}

export async function keepSessionIdentity(
  { db }: Writer,
  identity: SessionIdentity & { readonly sessionHash: string },
): Promise<void> {
  await db
    .insertInto('session_identity')
    .values({
      session_hash: identity.sessionHash,
      issuer: identity.issuer,
      id_token: identity.idToken,
      subject: identity.subject,
      provider_session: identity.providerSession,
    })
    .execute()
}

/**
 * Ends the sessions that a session of the provider (`providerSession`) or an identity (`subject`) started; if
 * both are given, both must match. Returns the ids of the sessions' users, one for each session.
 */
export async function endSessionsOfProvider(
  w: Writer,
  {
    issuer,
    subject,
    providerSession,
    exceptHash = null,
  }: {
    readonly issuer: string
    readonly subject: string | null
    readonly providerSession: string | null
    /** A session that is not ended. */
    readonly exceptHash?: string | null
  },
): Promise<readonly number[]> {
  let query = w.db
    .selectFrom('session_identity')
    .innerJoin('session', 'session.id_hash', 'session_identity.session_hash')
    .select(['session.id_hash', 'session.user_id'])
    .where('session_identity.issuer', '=', issuer)
  if (subject !== null) query = query.where('session_identity.subject', '=', subject)
  if (providerSession !== null) query = query.where('provider_session', '=', providerSession)
  if (exceptHash !== null) query = query.where('session.id_hash', '<>', exceptHash)
  if (subject === null && providerSession === null) return []
  const rows = await query.execute()
  for (const { id_hash: idHash } of rows) await deleteSession(w, idHash)
  return rows.map((row) => row.user_id)
}

/**
 * Ends the sessions that other providers than the one of `issuer` have started, except one; null: of all providers.
 * Returns how many.
 */
export async function endSessionsOfOtherProviders(
  w: Writer,
  { issuer, exceptHash }: { readonly issuer: string | null; readonly exceptHash: string | null },
): Promise<number> {
  let query = w.db.selectFrom('session_identity').select('session_hash')
  if (issuer !== null) query = query.where('issuer', '<>', issuer)
  if (exceptHash !== null) query = query.where('session_hash', '<>', exceptHash)
  let ended = 0
  for (const { session_hash: hash } of await query.execute()) if (await deleteSession(w, hash)) ended += 1
  return ended
}

export async function identityOfSession(
  { db }: Reader,
  sessionHash: string,
): Promise<SessionIdentity | null> {
  const row = await db
    .selectFrom('session_identity')
    .selectAll()
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  if (row === undefined) return null
  const { issuer, id_token: idToken, subject, provider_session: providerSession } = row
  return { issuer, idToken, subject, providerSession }
}

/**
 * Sets the groups that the provider says a person is in; memberships that were added by hand stay. Returns
 * the names of groups they joined and left.
 */
export async function putProvidedGroups(
  w: Writer,
  { userId, groupIds }: { readonly userId: number; readonly groupIds: readonly number[] },
): Promise<{ readonly joined: readonly string[]; readonly left: readonly string[] }> {
  const { db } = w
  const rows = await db
    .selectFrom('group_member')
    .innerJoin('person_group', 'person_group.id', 'group_member.group_id')
    .select(['person_group.id', 'person_group.name', 'group_member.source'])
    .where('user_id', '=', userId)
    .execute()
  const wanted = new Set(groupIds)
  const gone = rows.filter(({ id, source }) => source === 'oidc' && !wanted.has(id))
  const known = new Set(rows.map(({ id }) => id))
  const fresh =
    wanted.size === 0
      ? []
      : (
          await db
            .selectFrom('person_group')
            .select(['id', 'name'])
            .where('id', 'in', [...wanted])
            .execute()
        ).filter(({ id }) => !known.has(id))
  if (gone.length > 0)
    await db
      .deleteFrom('group_member')
      .where('user_id', '=', userId)
      .where('source', '=', 'oidc')
      .where(
        'group_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  if (fresh.length > 0)
    await db
      .insertInto('group_member')
      .values(fresh.map(({ id }) => ({ group_id: id, user_id: userId, source: 'oidc' })))
      .execute()
  for (const { id } of [...gone, ...fresh]) await notifyProjects(w, id, [userId])
  return { joined: fresh.map(({ name }) => name), left: gone.map(({ name }) => name) }
}

/** Returns all groups, by name. */
export async function groupNames({
  db,
}: Reader): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db.selectFrom('person_group').select(['id', 'name']).orderBy('name').execute()
}
