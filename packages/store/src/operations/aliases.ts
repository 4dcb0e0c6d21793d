import { type KeyAlias, LIMITS, PLURAL_KINDS } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { ChangeRequest } from '../types.ts'
import type { InternalChange } from './internal-change.ts'
import type { Scope } from './scope.ts'
import type { Work } from './work.ts'
import { identity, type WorkKey } from './working-set.ts'

type EditKey = Extract<ChangeRequest, { kind: 'edit-key' }>
type PlacedName = { readonly namespace: string; readonly name: string }

/**
 * Returns the names that these changes can turn into aliases, so that the other keys which have them can be
 * loaded.
 */
export function wantedAliases(
  scope: Scope,
  keys: ReadonlyMap<number, WorkKey>,
  changes: readonly InternalChange[],
): readonly PlacedName[] {
  const wanted = new Map<string, PlacedName>()
  for (const change of changes) {
    const key = change.kind === 'edit-key' ? keys.get(change.keyId) : undefined
    if (change.kind !== 'edit-key' || key === undefined) continue
    const { fields } = change
    const known = new Set(key.aliases.map(({ name }) => name))
    const names = (fields.aliases ?? []).flatMap(({ name }) => (known.has(name) ? [] : [name]))
    if (fields.name !== undefined && fields.name !== key.name) names.push(key.name)
    const namespace = fields.namespace ?? scope.namespacesById.get(key.namespaceId)?.name ?? ''
    for (const name of names) wanted.set(JSON.stringify([namespace, name]), { namespace, name })
  }
  return [...wanted.values()]
}

/** Returns the keys that have one of these names as an alias. */
export async function keysWithAliases(
  { db, dialect }: Reader,
  scope: Scope,
  wanted: readonly PlacedName[],
): Promise<readonly number[]> {
  if (wanted.length === 0) return []
  const namespaceIds = wanted.flatMap(({ namespace }) => scope.namespaces.get(namespace)?.id ?? [])
  const rows = await db
    .selectFrom('key')
    .select(['id', 'namespace_id', 'aliases'])
    .where(dialect.inIds(sql.ref('namespace_id'), [...new Set(namespaceIds)]))
    .where('aliases', '<>', '[]')
    .execute()
  const placeOf = (namespaceId: number | undefined, name: string) => JSON.stringify([namespaceId, name])
  const places = new Set(
    wanted.map(({ namespace, name }) => placeOf(scope.namespaces.get(namespace)?.id, name)),
  )
  return rows.flatMap(({ id, namespace_id, aliases }) =>
    parseJson<readonly KeyAlias[]>(aliases).some(({ name }) => places.has(placeOf(namespace_id, name)))
      ? [id]
      : [],
  )
}

/**
 * Returns the aliases of a key after an edit: the requested ones, and its previous name if it is renamed
 * within its namespace. Another key that had this name as an alias loses it, because apps last knew it from
 * this key. Notes a refusal and returns null if another key has a requested alias.
 */
export function aliasesAfter(
  job: Work,
  key: WorkKey,
  { fields, dropsOldName }: EditKey,
  to: { readonly name: string; readonly namespaceId: number },
): readonly KeyAlias[] | null {
  let aliases = key.aliases
  if (fields.aliases !== undefined) {
    const known = new Map(aliases.map((alias) => [alias.name, alias]))
    const added = fields.aliases.filter(({ name }) => !known.has(name))
    for (const { name } of added) if (refuseTakenAlias(job, key, { ...to, name })) return null
    aliases = fields.aliases.map((alias) => known.get(alias.name) ?? alias)
  }
  const { was } = key
  const isRenamed = key.name !== to.name && was !== null && was.namespaceId === to.namespaceId
  if (isRenamed && dropsOldName !== true && !aliases.some(({ name }) => name === was.name)) {
    takeFromOthers(job, key, { ...to, name: was.name })
    aliases = [...aliases, { name: was.name, path: was.path }]
  }
  return aliases.filter(({ name }) => name !== to.name).slice(-LIMITS.aliasesPerKey)
}

type Place = { readonly name: string; readonly namespaceId: number }

function others({ set }: Work, key: WorkKey, { name, namespaceId }: Place): readonly WorkKey[] {
  return [...set.keys.values()].filter(
    (other) =>
      other !== key &&
      !other.removed &&
      other.namespaceId === namespaceId &&
      other.aliases.some((alias) => alias.name === name),
  )
}

function refuseTakenAlias(job: Work, key: WorkKey, place: Place): boolean {
  const { name, namespaceId } = place
  const named = PLURAL_KINDS.flatMap(
    (plural) => job.set.identities.get(identity(namespaceId, plural, name)) ?? [],
  ).find((id) => id !== key.id)
  const holder = named ?? others(job, key, place)[0]?.id
  if (holder === undefined) return false
  const namespace = job.scope.namespacesById.get(namespaceId)?.name ?? ''
  job.refusals.push({ code: 'already-exists', namespace, name, keyId: holder })
  return true
}

function takeFromOthers(job: Work, key: WorkKey, place: Place): void {
  for (const other of others(job, key, place)) {
    other.aliases = other.aliases.filter(({ name }) => name !== place.name)
    other.version = job.tally.version
    other.fieldsOperationId = job.tally.operationId
    other.edited = true
  }
}
