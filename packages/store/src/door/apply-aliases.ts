import { type KeyAlias, LIMITS, PLURAL_KINDS } from '@dragoman/core'
import type { ChangeRequest, Refusal } from '../types.ts'
import type { Current } from './current.ts'
import { identity, type WorkKey } from './keys-and-texts.ts'
import { namespaceName } from './scope.ts'

type EditKey = Extract<ChangeRequest, { kind: 'edit-key' }>

/**
 * Returns the aliases of a key after an edit: the requested ones, and its previous name if it is renamed
 * within its namespace. Another key that had this name as an alias loses it, because apps last knew it from
 * this key: it is among `others`. Refused if another key has a requested alias.
 */
export function aliasesAfter(
  now: Current,
  key: WorkKey,
  { fields, dropsOldName }: EditKey,
  to: { readonly name: string; readonly namespaceId: number },
):
  | { readonly aliases: readonly KeyAlias[]; readonly others: readonly WorkKey[] }
  | { readonly refusal: Refusal } {
  let { aliases } = key
  if (fields.aliases !== undefined) {
    const known = new Map(aliases.map((alias) => [alias.name, alias]))
    const added = fields.aliases.filter(({ name }) => !known.has(name))
    const taken = refuseAliases(now, { id: key.id, namespaceId: to.namespaceId }, added)
    if (taken !== null) return taken
    aliases = fields.aliases.map((alias) => known.get(alias.name) ?? alias)
  }
  let others: readonly WorkKey[] = []
  const was = key.was?.fields
  const isRenamed = key.name !== to.name && was !== undefined && was.namespaceId === to.namespaceId
  if (isRenamed && dropsOldName !== true && !aliases.some(({ name }) => name === was.name)) {
    others = withoutAlias(now, key, { ...to, name: was.name })
    aliases = [...aliases, { name: was.name, path: was.path }]
  }
  return { aliases: keptAliases(aliases, to.name), others }
}

type KeyInNamespace = { readonly id: number; readonly namespaceId: number }

/** Returns a refusal if another key has one of the names, as its own or as an alias. */
export function refuseAliases(
  now: Current,
  key: KeyInNamespace,
  aliases: readonly KeyAlias[],
): { readonly refusal: Refusal } | null {
  const { namespaceId } = key
  for (const { name } of aliases) {
    const keyId = holderOf(now, key, { name, namespaceId })
    const namespace = namespaceName(now.loaded.scope, namespaceId)
    if (keyId !== undefined) return { refusal: { code: 'already-exists', namespace, name, keyId } }
  }
  return null
}

/** Returns the aliases that a key of this name keeps: the newest, and never its own name. */
export function keptAliases(aliases: readonly KeyAlias[], ownName: string): readonly KeyAlias[] {
  return aliases.filter(({ name }) => name !== ownName).slice(-LIMITS.aliasesPerKey)
}

type Place = { readonly name: string; readonly namespaceId: number }

function othersWithAlias(
  { keys }: Current,
  key: Pick<KeyInNamespace, 'id'>,
  { name, namespaceId }: Place,
): readonly WorkKey[] {
  return [...keys.values()].filter(
    (other) =>
      other.id !== key.id &&
      !other.isRemoved &&
      other.namespaceId === namespaceId &&
      other.aliases.some((alias) => alias.name === name),
  )
}

/** Returns the other key that has the name, as its own or as an alias. */
function holderOf(now: Current, key: Pick<KeyInNamespace, 'id'>, place: Place): number | undefined {
  const named = PLURAL_KINDS.flatMap(
    (plural) => now.identities.get(identity(place.namespaceId, plural, place.name)) ?? [],
  ).find((id) => id !== key.id)
  return named ?? othersWithAlias(now, key, place)[0]?.id
}

function withoutAlias(now: Current, key: WorkKey, place: Place): readonly WorkKey[] {
  const { version, operationId: fieldsOperationId } = now.by
  return othersWithAlias(now, key, place).map((other) => {
    const aliases = other.aliases.filter(({ name }) => name !== place.name)
    return { ...other, aliases, version, fieldsOperationId, isEdited: true }
  })
}
