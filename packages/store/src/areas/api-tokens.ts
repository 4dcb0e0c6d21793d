import { TOKEN_SCOPES, type TokenLimits, type TokenScope } from '@dragoman/core'
import type { UserRow } from '../account-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { userRow } from './users.ts'

export type ApiToken = TokenLimits & {
  readonly name: string
  readonly hint: string
  readonly userId: number
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

/** The token of a secret's hash with the person it acts for; null where there is none, or it has expired. */
export async function tokenByHash(
  { db }: Reader,
  secretHash: string,
  now: string,
): Promise<{ readonly token: ApiToken; readonly user: UserRow } | null> {
  const row = await db
    .selectFrom('api_token')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst()
  if (row === undefined) return null
  const user = await db
    .selectFrom('user')
    .selectAll()
    .where('id', '=', row.user_id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return user === undefined ? null : { token: apiToken(row), user: userRow(user) }
}

/** What a token leaves of its person's rights; null where it was revoked, or has expired. */
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
  readonly secretHash: string
  /** ISO time. */
  readonly at: string
  readonly expiresAt: string | null
}

/** Keeps a token by the hash of its secret. */
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
    created_at: token.at,
    expires_at: token.expiresAt,
    last_used_at: null,
  }
  await db.insertInto('api_token').values(row).execute()
  emit({ kind: 'token.changed', projectId: token.projectId, payload: { tokenId: row.id } })
  return apiToken(row)
}

export async function touchToken({ db }: Writer, id: number, at: string): Promise<void> {
  await db.updateTable('api_token').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Tokens of a project, or of a person for all their projects; with the names of those who made them. */
export async function listTokens(
  { db }: Reader,
  of: { readonly projectId: number } | { readonly userId: number },
): Promise<readonly (ApiToken & { readonly madeBy: string })[]> {
  let query = db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .selectAll('api_token')
    .select('user.name as made_by')
  query =
    'projectId' in of
      ? query.where('project_id', '=', of.projectId)
      : query.where('user_id', '=', of.userId).where('project_id', 'is', null)
  const rows = await query.orderBy('api_token.id', 'desc').execute()
  return rows.map((row) => ({ ...apiToken(row), madeBy: row.made_by }))
}

/** Null where there is no such token of the project or person. From now on nobody gets in with it. */
export async function revokeToken(
  { db, emit }: Writer,
  id: number,
  of: { readonly projectId: number } | { readonly userId: number },
): Promise<ApiToken | null> {
  let query = db.deleteFrom('api_token').where('id', '=', id)
  query =
    'projectId' in of
      ? query.where('project_id', '=', of.projectId)
      : query.where('user_id', '=', of.userId).where('project_id', 'is', null)
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
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
