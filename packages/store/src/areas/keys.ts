import type { EntryPath, PluralKind } from '@dragoman/core'
import { sql } from 'kysely'
import { keyRow, keyRows, lookupOf, parseJson, shownName } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { KeyRow } from '../types.ts'

export async function keyById({ db }: Reader, projectId: number, keyId: number): Promise<KeyRow | null> {
  const row = await keyRows(db)
    .where('k.project_id', '=', projectId)
    .where('k.id', '=', keyId)
    .executeTakeFirst()
  return row ? keyRow(row) : null
}

/** Returns keys of a project by number, those that exist. */
export async function keysByIds(
  { db, dialect }: Reader,
  projectId: number,
  keyIds: readonly number[],
): Promise<readonly KeyRow[]> {
  const rows = await keyRows(db)
    .where(dialect.inIds(sql.ref('k.id'), keyIds))
    .where('k.project_id', '=', projectId)
    .orderBy('k.id')
    .execute()
  return rows.map(keyRow)
}

export async function countKeys({ db }: Reader, projectId: number): Promise<number> {
  const { keys } = await db
    .selectFrom('key')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(keys)
}

export async function keyByIdentity(
  { db }: Reader,
  projectId: number,
  identity: { readonly namespace: string; readonly name: string; readonly plural: PluralKind },
): Promise<KeyRow | null> {
  const rows = await keyRows(db)
    .where('n.project_id', '=', projectId)
    .where('n.name', '=', identity.namespace)
    .where('k.lookup', '=', lookupOf(identity.plural, identity.name))
    .execute()
  const row = rows.find((one) => one.plural === identity.plural && shownName(one.name) === identity.name)
  return row ? keyRow(row) : null
}

/**
 * Returns the paths of the keys of a namespace that are in arrays, and perhaps others. Reads all keys of the
 * namespace.
 */
export async function pathsWithArrays(
  { db }: Reader,
  projectId: number,
  namespace: string,
): Promise<readonly EntryPath[]> {
  // A number is the only step of a path that is written without quotes.
  const hasNumber = sql<boolean>`(${sql.join(
    Array.from({ length: 10 }, (_, digit) => sql`key.path like ${`%,${digit}%`}`),
    sql` or `,
  )})`
  const rows = await db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select('key.path')
    .where('namespace.project_id', '=', projectId)
    .where('namespace.name', '=', namespace)
    .where(hasNumber)
    .execute()
  return rows.map(({ path }) => parseJson<EntryPath>(path))
}

/** Returns whether the key existed once and does not now: edits of it are answered with `gone`. */
export async function wasRemoved({ db }: Reader, projectId: number, keyId: number): Promise<boolean> {
  const there = await db.selectFrom('key').select('id').where('id', '=', keyId).executeTakeFirst()
  if (there) return false
  const row = await db
    .selectFrom('change')
    .select('id')
    .where('key_id', '=', keyId)
    .where('language_id', 'is', null)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'key-removed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a key has a syntax of its own. */
export async function hasKeySyntaxes({ db }: Reader, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', projectId)
    .where('syntax', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of these keys are in the project. */
export async function keysInProject(
  { db, dialect }: Reader,
  projectId: number,
  keyIds: readonly number[],
): Promise<readonly number[]> {
  if (keyIds.length === 0) return []
  const rows = await db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', projectId)
    .where(dialect.inIds(sql.ref('id'), keyIds))
    .execute()
  return rows.map(({ id }) => id)
}
