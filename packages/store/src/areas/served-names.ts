import { type KeyAlias, PLURAL_KINDS } from '@dragoman/core'
import { sql } from 'kysely'
import { keyRow, lookupOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { KeyRow } from '../types.ts'

/** A key, and the alias by which it was found; null: by its own name. */
export type ServedName = { readonly key: KeyRow; readonly alias: KeyAlias | null }

/**
 * Returns the key that delivered files have under a name, of any plural kind, since an app does not know it; null if
 * there is none. As in the files, a key with that name takes precedence, then the first key with that alias.
 */
export async function keyServedAs(
  { db, dialect }: Reader,
  projectId: number,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<ServedName | null> {
  const ofNamespace = db
    .selectFrom('key as k')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .selectAll('k')
    .select('n.name as namespace')
    .where('n.project_id', '=', projectId)
    .where('n.name', '=', namespace)
    .orderBy('k.position')
    .orderBy('k.id')
  const lookups = PLURAL_KINDS.map((plural) => lookupOf(plural, name))
  const named = await ofNamespace.where(dialect.inIds(sql.ref('k.lookup'), lookups)).execute()
  const own = named.map(keyRow).find((key) => key.name === name)
  if (own !== undefined) return { key: own, alias: null }
  const aliased = await ofNamespace.where('k.aliases', '<>', '[]').execute()
  for (const key of aliased.map(keyRow)) {
    const alias = key.aliases.find((one) => one.name === name)
    if (alias !== undefined) return { key, alias }
  }
  return null
}
