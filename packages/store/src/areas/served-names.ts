import { type KeyAlias, PLURAL_KINDS, type PluralKind } from '@dragoman/core'
import { sql } from 'kysely'
import { keyRow, keyRows, lookupOf, parseJson, pluralKind } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { KeyRow } from '../types.ts'

/** A key, and the alias by which it was found; null: by its own name. */
export type ServedName = { readonly key: KeyRow; readonly alias: KeyAlias | null }

/**
 * Returns the key that delivered files have under a name, of any plural kind, since an app does not know it; null if
 * there is none. As in the files, a key with that name takes precedence, then the first key with that alias.
 */
export async function keyServedAs(
  r: Reader,
  projectId: number,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<ServedName | null> {
  const { db, dialect } = r
  const ofNamespace = keyRows(db)
    .where('n.project_id', '=', projectId)
    .where('n.name', '=', namespace)
    .orderBy('k.position')
    .orderBy('k.id')
  const lookups = PLURAL_KINDS.map((plural) => lookupOf(plural, name))
  const named = await ofNamespace.where(dialect.inIds(sql.ref('k.lookup'), lookups)).execute()
  const own = named.map(keyRow).find((key) => key.name === name)
  if (own !== undefined) return { key: own, alias: null }
  const found = (await aliasesIn(r, projectId, [namespace])).find(({ alias }) => alias.name === name)
  if (found === undefined) return null
  const row = await ofNamespace.where('k.id', '=', found.keyId).executeTakeFirstOrThrow()
  return { key: keyRow(row), alias: found.alias }
}

/** An alias of a key, and the kind of plural of its key. */
type AliasOfKey = {
  readonly keyId: number
  readonly namespace: string
  readonly plural: PluralKind
  readonly alias: KeyAlias
}

/** Returns the aliases of the keys of some namespaces, in the order of the keys: the first of a name is served. */
export async function aliasesIn(
  { db, dialect }: Reader,
  projectId: number,
  namespaces: readonly string[],
): Promise<readonly AliasOfKey[]> {
  const rows = await db
    .selectFrom('key as k')
    .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
    .select(['k.id', 'k.plural', 'k.aliases', 'n.name as namespace'])
    .where('n.project_id', '=', projectId)
    .where(dialect.inTexts(sql.ref('n.name'), [...new Set(namespaces)]))
    .where('k.aliases', '<>', '[]')
    .orderBy('k.position')
    .orderBy('k.id')
    .execute()
  return rows.flatMap(({ id, namespace, plural, aliases }) =>
    parseJson<readonly KeyAlias[]>(aliases).map((alias) => ({
      keyId: id,
      namespace,
      plural: pluralKind(plural),
      alias,
    })),
  )
}
