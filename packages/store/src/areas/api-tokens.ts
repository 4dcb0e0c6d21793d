import { TOKEN_SCOPES, type TokenLimits, type TokenScope } from '@dragoman/core'
import { sql } from 'kysely'
import type { UserRow } from '../account-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { sessionByHash } from './sessions.ts'
import { userRow } from './users.ts'

export type ApiToken = TokenLimits & {
  readonly name: string
  readonly hint: string
  /** Names of the channels whose files it can load; null: all. */
  readonly channels: ReadonlySet<string> | null
  /** The only origin whose pages can use it, to edit texts in an app; null: not for pages. */
  readonly origin: string | null
  readonly userId: number
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/**
 * Returns the token with this hash, and the person it acts for; null if there is none, it has expired, or the
 * session that it was created in has ended.
 */
export async function tokenByHash(
  r: Reader,
  secretHash: string,
  now: string,
): Promise<{ readonly token: ApiToken; readonly user: UserRow } | null> {
  const { db } = r
  const row = await db
    .selectFrom('api_token')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.session_hash !== null && (await sessionByHash(r, row.session_hash, now)) === null) return null
  const user = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', row.user_id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return user === undefined ? null : { token: apiToken(row), user: userRow(user) }
}

/** Returns how a token limits its owner's rights; null if it was revoked, or has expired. */
export async function tokenLimits({ db }: Reader, id: number, now: string): Promise<TokenLimits | null> {
  const row = await db
    .selectFrom('api_token')
    .selectAll()
    .where('id', '=', id)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  return row === undefined ? null : apiToken(row)
}

export type NewToken = Pick<ApiToken, 'userId' | 'projectId' | 'name' | 'scopes' | 'languages' | 'hint'> & {
  readonly channels?: ReadonlySet<string> | null
  readonly origin?: string
  /** The token ends with this session. */
  readonly sessionHash?: string
  readonly secretHash: string
  /** ISO time. */
  readonly at: string
  readonly expiresAt: string | null
}

/** Stores a token with the hash of its secret. */
export async function createToken({ db, dialect, emit }: Writer, token: NewToken): Promise<ApiToken> {
  const row: Tables['api_token'] = {
    id: await dialect.allocate(db, 'token', 1),
    user_id: token.userId,
    project_id: token.projectId,
    name: token.name,
    secret_hash: token.secretHash,
    hint: token.hint,
    scopes: JSON.stringify([...token.scopes]),
    languages: token.languages && JSON.stringify([...token.languages]),
    channels: token.channels == null ? null : JSON.stringify([...token.channels]),
    origin: token.origin ?? null,
    session_hash: token.sessionHash ?? null,
    created_at: token.at,
    expires_at: token.expiresAt,
    last_used_at: null,
  }
  await db.insertInto('api_token').values(row).execute()
  emit({ kind: 'token.changed', projectId: token.projectId, payload: { tokenId: row.id } })
  return apiToken(row)
}

/** Removes a person's tokens for editing in the pages of an origin, and all such tokens that have expired. */
export async function removeEditingTokens(
  { db, dialect, emit }: Writer,
  {
    userId,
    projectId,
    origin,
    now,
  }: {
    readonly userId: number
    readonly projectId: number
    readonly origin: string
    readonly now: string
  },
): Promise<void> {
  await dialect.lockPeople(db, sql`${userId}`)
  const rows = await db
    .deleteFrom('api_token')
    .where('origin', 'is not', null)
    .where((where) =>
      where.or([
        where('expires_at', '<=', now),
        where.and({ user_id: userId, project_id: projectId, origin }),
      ]),
    )
    .returning(['id', 'project_id'])
    .execute()
  for (const row of rows)
    emit({ kind: 'token.changed', projectId: row.project_id, payload: { tokenId: row.id } })
}

export async function touchToken({ db }: Writer, id: number, at: string): Promise<void> {
  await db.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** A token with the name of its creator, and the project that it is for; null: all projects of its creator. */
export type ListedToken = ApiToken & {
  readonly madeBy: string
  /** The account of its creator is suspended, so that it does not work. */
  readonly isSuspended: boolean
  readonly project: { readonly slug: string; readonly name: string } | null
}

/**
 * Returns the tokens of a project, or of a person. Those for editing in apps are left out once they have ended: no one
 * has to remove them.
 */
export async function listTokens(
  { db }: Reader,
  of: { readonly projectId: number } | { readonly userId: number },
  now: string,
): Promise<readonly ListedToken[]> {
  let query = db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .leftJoin('project', 'project.id', 'api_token.project_id')
    .leftJoin('session', 'session.id_hash', 'api_token.session_hash')
    .where((where) =>
      where.or([
        where('api_token.origin', 'is', null),
        where.and([where('api_token.expires_at', '>', now), where('session.expires_at', '>', now)]),
      ]),
    )
    .selectAll('api_token')
    .select(['user.name as made_by', 'user.suspended_at'])
    .select(['project.slug as project_slug', 'project.name as project_name'])
  query =
    'projectId' in of
      ? query.where('api_token.project_id', '=', of.projectId)
      : query.where('api_token.user_id', '=', of.userId)
  const rows = await query.orderBy('api_token.id', 'desc').execute()
  return rows.map((row) => {
    const { project_slug: slug, project_name: name } = row
    const project = slug === null || name === null ? null : { slug, name }
    return { ...apiToken(row), madeBy: row.made_by, isSuspended: row.suspended_at !== null, project }
  })
}

/** Revokes a token; it stops working immediately. Null if the project or person has no such token. */
export async function revokeToken(
  { db, dialect, emit }: Writer,
  id: number,
  of: { readonly projectId: number } | { readonly userId: number },
): Promise<ApiToken | null> {
  await dialect.lockPeople(db, sql`select user_id from api_token where id = ${id}`)
  let query = db.deleteFrom('api_token').where('id', '=', id)
  query =
    'projectId' in of ? query.where('project_id', '=', of.projectId) : query.where('user_id', '=', of.userId)
  const row = await query.returningAll().executeTakeFirst()
  if (row === undefined) return null
  emit({ kind: 'token.changed', projectId: row.project_id, payload: { tokenId: id } })
  return apiToken(row)
}

export function apiToken(row: Tables['api_token']): ApiToken {
  const scopes = new Set(parseJson<TokenScope[]>(row.scopes))
  return {
    tokenId: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    name: row.name,
    hint: row.hint,
    scopes: new Set(TOKEN_SCOPES.filter((scope) => scopes.has(scope))),
    languages: row.languages === null ? null : new Set(parseJson<string[]>(row.languages)),
    channels: row.channels === null ? null : new Set(parseJson<string[]>(row.channels)),
    origin: row.origin,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
