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
