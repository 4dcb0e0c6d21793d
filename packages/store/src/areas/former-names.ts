import { append, type KeyAlias } from '@dragoman/core'
import { sql } from 'kysely'
import type { FieldsBefore } from '../door/change.ts'
import { parseJson, shownName } from '../rows.ts'
import type { Reader } from '../store.ts'

/**
 * Returns the names that keys had before in their namespace, newest first, then their aliases, by key. Keys without any
 * are left out.
 */
export async function formerNames(
  { db, dialect }: Reader,
  { projectId, keyIds }: { readonly projectId: number; readonly keyIds: readonly number[] },
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (keyIds.length === 0) return new Map()
  const keys = await db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['key.id', 'key.name', 'key.aliases', 'namespace.name as namespace'])
    .where('key.project_id', '=', projectId)
    .where(dialect.inIds(sql.ref('key.id'), keyIds))
    .execute()
  const edits = await db
    .selectFrom('change')
    .select(['key_id', 'before'])
    .where(dialect.inIds(sql.ref('key_id'), keyIds))
    .where('language_id', 'is', null)
    .where('kind', '=', 'key-edited')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute()
  const before = new Map<number, FieldsBefore[]>()
  for (const edit of edits) append(before, edit.key_id, parseJson<FieldsBefore>(edit.before))
  const found = new Map<number, readonly string[]>()
  for (const { id, name, aliases, namespace } of keys) {
    const earlier = (before.get(id) ?? []).filter((fields) => fields.namespace === namespace)
    const names = [...earlier, ...parseJson<readonly KeyAlias[]>(aliases).toReversed()].map((one) => one.name)
    const others = [...new Set(names)].filter((one) => one !== shownName(name))
    if (others.length > 0) found.set(id, others)
  }
  return found
}

/** What a key had been before it was edited or removed. */
type FormerKey = Pick<FieldsBefore, 'namespace' | 'name' | 'plural'>

type FormerKeysRequest = {
  readonly projectId: number
  /** Only what operations after this one have changed. */
  readonly since: number
  /** An operation to leave out; null: none. */
  readonly except: number | null
  /** The `lastChange` of an earlier reply: what that was read from is not read again. */
  readonly after: number
}

/**
 * Returns what keys of a project had been before operations edited or removed them. Undoing an import is no reason to
 * leave out its keys, so such operations are skipped. The caller has locked the project, or it can miss some.
 */
export async function formerKeys(
  { db }: Reader,
  { projectId, since, except, after }: FormerKeysRequest,
): Promise<{ readonly keys: readonly FormerKey[]; readonly lastChange: number }> {
  const later = sql`from operation o
    where o.project_id = ${projectId} and o.id > ${since} and o.id <> ${except ?? 0} and o.last_change > ${after}
      and not exists (select 1 from operation u where u.id = o.undoes and u.kind = 'import')`
  const range = await sql<{ first: number | null; last: number | null }>`
    select min(o.first_change) as first, max(o.last_change) as last ${later}`.execute(db)
  const { first = null, last = null } = range.rows[0] ?? {}
  if (first === null || last === null) return { keys: [], lastChange: after }
  // The rows of an operation have no index, only their numbers.
  const { rows } = await sql<{ before: string }>`
    select before from change where id >= ${Math.max(first, after + 1)} and id <= ${last}
      and kind in ('key-edited', 'key-removed') and operation_id in (select o.id ${later})
    order by id`.execute(db)
  return { keys: rows.map(({ before }) => parseJson<FieldsBefore>(before)), lastChange: last }
}
