import type { UserRow } from '../account-types.ts'
import { NameTakenError } from '../errors.ts'
import type { Reader, Writer } from '../store.ts'
import { deleteSession } from './sessions.ts'
import { userRow } from './users.ts'

/** Somebody at an identity provider. Only both together say who it is: addresses and names change hands. */
export type Identity = { readonly issuer: string; readonly subject: string }

/** Whose account it is; null where nobody's. */
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

/** Makes it the account of a person. Throws NameTakenError where it is another's. */
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

/** The accounts at providers that a person signs in with, the oldest first. */
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

/** A person signs in with it no longer. Sessions that came from it are the caller's to end. */
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

/** A sign-in on its way to the provider and back. */
export type SignInState = {
  readonly issuer: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  /** Who wants to use this account from now on; null: somebody who signs in. */
  readonly userId: number | null
}

/** Keeps it by the hash of the browser's cookie; those that nobody came back to are cleared away. */
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

/** Gives it back once; null where there is none, or its time is over. */
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

/** What ends a session at the provider too. */
export type SessionIdentity = {
  readonly issuer: string
  readonly idToken: string
  /** Null for sessions from before it was kept. */
  readonly subject: string | null
  /** The session there (`sid`); null where the provider has not told. */
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
 * Ends the sessions here that came from a session there (`providerSession`), from somebody there (`subject`), or
 * from both where both are given. Gives the ids of the people whose sessions they were, one for each session.
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
    /** The session that goes on. */
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
 * The groups that the provider says a person is in; those somebody put them into by hand stay. Gives the names
 * of groups they came into and left.
 */
export async function putProvidedGroups(
  { db, emit }: Writer,
  { userId, groupIds }: { readonly userId: number; readonly groupIds: readonly number[] },
): Promise<{ readonly joined: readonly string[]; readonly left: readonly string[] }> {
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
  for (const { id } of [...gone, ...fresh])
    emit({ kind: 'group.changed', projectId: null, payload: { groupId: id } })
  return { joined: fresh.map(({ name }) => name), left: gone.map(({ name }) => name) }
}

/** All groups of people, by name. */
export async function groupNames({
  db,
}: Reader): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db.selectFrom('person_group').select(['id', 'name']).orderBy('name').execute()
}
