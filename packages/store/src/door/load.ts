import { type FileLimits, type Forms, isSourceText, PLURAL_KINDS, type PluralKind } from '@dragoman/core'
import { sql } from 'kysely'
import { listTextLimits } from '../areas/text-limits.ts'
import { authorOf, lookupOf, parseJson, pluralKind, shownName, stateOf, textRows, writerOf } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { translationId } from '../tables.ts'
import { type InternalChange, type KeyChange, recordedText } from './change.ts'
import { identity, type LoadedKey, type WorkText } from './keys-and-texts.ts'
import { loadLocations } from './load-places.ts'
import { namespaceName, namespaceNamed, type Scope } from './scope.ts'

/** Everything that a chunk of changes depends on, as it is in the database. */
export type Loaded = {
  readonly scope: Scope
  readonly keys: ReadonlyMap<number, LoadedKey>
  /** `identity()` → key id, for every identity that the changes look up. */
  readonly identities: ReadonlyMap<string, number>
  /** Ids of the keys that the changes add. */
  readonly newIds: ReadonlyMap<InternalChange, number>
  /** Positions of the keys that the changes add, restore or move to another namespace. */
  readonly positions: ReadonlyMap<InternalChange, number>
  /** Key id → earlier source texts, for keys whose source is written, or whose texts are restored or for an earlier one. */
  readonly sourceHistory: ReadonlyMap<number, readonly { readonly version: number; readonly forms: Forms }[]>
  /** Limits of the files of the keys' namespaces. */
  readonly limits: readonly FileLimits[]
}

/** Loads what the changes can affect, with a fixed number of queries. */
export async function load(w: Writer, scope: Scope, changes: readonly KeyChange[]): Promise<Loaded> {
  const keys = await loadKeys(w, scope, textsToLoad(scope, changes))
  const aliases = wantedAliases(scope, keys, changes)
  const holders = await keysWithAliases(w, scope, aliases)
  if (holders.length > 0) {
    const all = [...scope.languagesById.keys()]
    for (const [id, key] of await loadKeys(w, scope, new Map(holders.map((id) => [id, all]))))
      keys.set(id, key)
  }
  const names = namesLookedUp(scope, keys, changes)
  for (const { namespace, name } of aliases)
    for (const plural of PLURAL_KINDS) names.push({ namespace, plural, name })
  for (const { namespace } of names) await namespaceNamed(w, scope, namespace)
  return {
    scope,
    keys,
    identities: await loadIdentities(w, scope, names),
    newIds: await allocateIds(w, changes),
    positions: changes.some(placesKey) ? await loadLocations(w, scope, keys, changes) : new Map(),
    sourceHistory: await loadSourceHistory(w, scope, keys, changes),
    limits: await loadLimits(
      w,
      scope,
      keys,
      names.map(({ namespace }) => namespace),
    ),
  }
}

/** Loads texts without any change to them; `languagesOf`: ids of languages by key. */
export async function loadTexts(
  r: Reader,
  scope: Scope,
  languagesOf: ReadonlyMap<number, Iterable<number>>,
): Promise<Loaded> {
  const keys = await loadKeys(r, scope, languagesOf)
  return {
    scope,
    keys,
    identities: new Map(),
    newIds: new Map(),
    positions: new Map(),
    sourceHistory: new Map(),
    limits: await loadLimits(r, scope, keys),
  }
}

/** Loads the limits of the namespaces of some keys, and of others. */
async function loadLimits(
  r: Reader,
  scope: Scope,
  keys: Loaded['keys'],
  others: readonly string[] = [],
): Promise<readonly FileLimits[]> {
  if (!scope.hasTextLimits) return []
  const namespaces = new Set(others)
  for (const { fields } of keys.values()) namespaces.add(namespaceName(scope, fields.namespaceId))
  return listTextLimits(r, scope.project.id, [...namespaces])
}

function placesKey({ kind }: KeyChange): boolean {
  return kind !== 'translate' && kind !== 'restore-text' && kind !== 'remove-key'
}

/** Returns the languages whose texts are to be loaded, by key: all, or the changed ones and the source. */
function textsToLoad(scope: Scope, changes: readonly KeyChange[]): ReadonlyMap<number, Iterable<number>> {
  const wanted = new Map<number, Set<number>>()
  for (const change of changes) {
    if (change.kind === 'add-key' || change.kind === 'restore-key') continue
    const languages = wanted.get(change.keyId) ?? new Set([scope.source.id])
    wanted.set(change.keyId, languages)
    const isOfText = change.kind === 'translate' || change.kind === 'restore-text'
    const language = isOfText ? scope.languages.get(change.language) : undefined
    if (isOfText && language !== scope.source) {
      if (language !== undefined) languages.add(language.id)
    } else for (const id of scope.languagesById.keys()) languages.add(id)
  }
  return wanted
}

type LookedUpName = { readonly namespace: string; readonly plural: PluralKind; readonly name: string }

/** Returns the identities that the changes give to keys. */
function namesLookedUp(
  scope: Scope,
  keys: ReadonlyMap<number, LoadedKey>,
  changes: readonly KeyChange[],
): LookedUpName[] {
  return changes.flatMap((change): LookedUpName[] => {
    switch (change.kind) {
      case 'add-key':
        return [change]
      case 'restore-key':
        return [change.before]
      case 'edit-key':
      case 'restore-fields': {
        const key = keys.get(change.keyId)?.fields
        if (key === undefined) return []
        const fields = change.kind === 'edit-key' ? change.fields : change.before
        const namespace = fields.namespace ?? namespaceName(scope, key.namespaceId)
        const name = fields.name ?? fields.path?.join('.') ?? key.name
        return [{ namespace, plural: fields.plural ?? key.plural, name }]
      }
      default:
        return []
    }
  })
}

async function loadKeys(
  { db, dialect }: Reader,
  scope: Scope,
  languagesOf: ReadonlyMap<number, Iterable<number>>,
): Promise<Map<number, LoadedKey>> {
  const ids = [...languagesOf].flatMap(([keyId, languages]) =>
    Array.from(languages, (languageId) => translationId(languageId, keyId)),
  )
  const keys = new Map<number, LoadedKey & { readonly texts: Map<number, WorkText> }>()
  if (ids.length === 0) return keys
  const rows = await textRows(db)
    .innerJoin('key as k', 'k.id', 'translation.key_id')
    .select(['k.namespace_id', 'k.name', 'k.plural', 'k.path', 'k.description', 'k.tags', 'k.aliases'])
    .select(['k.max_length', 'k.syntax', 'k.fields_operation_id', 'k.project_id'])
    .select(['k.position as key_position', 'k.version as key_version', 'k.operation_id as key_operation_id'])
    .where(dialect.inIds(sql.ref('translation.id'), ids))
    .execute()
  for (const row of rows) {
    if (row.project_id !== scope.project.id) continue
    let key = keys.get(row.key_id)
    if (key === undefined) {
      const fields = {
        id: row.key_id,
        namespaceId: row.namespace_id,
        name: shownName(row.name),
        plural: pluralKind(row.plural),
        path: parseJson<LoadedKey['fields']['path']>(row.path),
        description: row.description,
        tags: parseJson<LoadedKey['fields']['tags']>(row.tags),
        aliases: parseJson<LoadedKey['fields']['aliases']>(row.aliases),
        maxLength: row.max_length,
        syntax: row.syntax,
        position: row.key_position,
        version: row.key_version,
        operationId: row.key_operation_id,
        fieldsOperationId: row.fields_operation_id,
      }
      key = { fields, texts: new Map() }
      keys.set(row.key_id, key)
    }
    key.texts.set(row.language_id, {
      languageId: row.language_id,
      forms: parseJson(row.forms),
      state: stateOf(row.state),
      version: row.version,
      sourceVersion: row.source_version,
      outdated: row.outdated === 1,
      failing: row.failing === 1,
      sourceless: row.sourceless === 1,
      withKey: row.with_key === 1,
      operationId: row.operation_id,
      actor: writerOf(row),
      author: authorOf(row).author,
      updatedAt: row.updated_at,
    })
  }
  return keys
}

type PlacedName = { readonly namespace: string; readonly name: string }

/**
 * Returns the names that these changes can turn into aliases, so that the other keys which have them can be
 * loaded.
 */
function wantedAliases(
  scope: Scope,
  keys: ReadonlyMap<number, LoadedKey>,
  changes: readonly KeyChange[],
): readonly PlacedName[] {
  const wanted = new Map<string, PlacedName>()
  for (const change of changes) {
    if (change.kind === 'add-key') {
      const { namespace, aliases = [] } = change
      for (const { name } of aliases) wanted.set(JSON.stringify([namespace, name]), { namespace, name })
    }
    const key = change.kind === 'edit-key' ? keys.get(change.keyId)?.fields : undefined
    if (change.kind !== 'edit-key' || key === undefined) continue
    const { fields } = change
    const known = new Set(key.aliases.map(({ name }) => name))
    const names = (fields.aliases ?? []).flatMap(({ name }) => (known.has(name) ? [] : [name]))
    if (fields.name !== undefined && fields.name !== key.name) names.push(key.name)
    const namespace = fields.namespace ?? namespaceName(scope, key.namespaceId)
    for (const name of names) wanted.set(JSON.stringify([namespace, name]), { namespace, name })
  }
  return [...wanted.values()]
}

/** Returns the keys that have one of these names as an alias. */
async function keysWithAliases(
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
    parseJson<LoadedKey['fields']['aliases']>(aliases).some(({ name }) =>
      places.has(placeOf(namespace_id, name)),
    )
      ? [id]
      : [],
  )
}

async function loadIdentities(
  { db, dialect }: Reader,
  scope: Scope,
  names: readonly LookedUpName[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const namespaceIds = new Set(names.flatMap(({ namespace }) => scope.namespaces.get(namespace)?.id ?? []))
  const lookups = names.map(({ plural, name }) => lookupOf(plural, name))
  const rows = await db
    .selectFrom('key')
    .select(['id', 'namespace_id', 'plural', 'name'])
    .where(dialect.inIds(sql.ref('namespace_id'), [...namespaceIds]))
    .where(dialect.inIds(sql.ref('lookup'), lookups))
    .execute()
  return new Map(
    rows.map((row) => [identity(row.namespace_id, pluralKind(row.plural), shownName(row.name)), row.id]),
  )
}

async function allocateIds(
  { db, dialect }: Reader,
  changes: readonly KeyChange[],
): Promise<ReadonlyMap<InternalChange, number>> {
  const added = changes.filter(({ kind }) => kind === 'add-key')
  if (added.length === 0) return new Map()
  const first = await dialect.allocate(db, 'key', added.length)
  return new Map(added.map((change, index) => [change, first + index]))
}

async function loadSourceHistory(
  { db, dialect }: Reader,
  scope: Scope,
  keys: Loaded['keys'],
  changes: readonly KeyChange[],
): Promise<Loaded['sourceHistory']> {
  const isForEarlier = ({ keyId, sourceVersion, sourceForms }: Extract<KeyChange, { kind: 'translate' }>) => {
    const source = keys.get(keyId)?.texts.get(scope.source.id)
    if (source === undefined) return false
    return sourceForms === undefined
      ? sourceVersion !== undefined && sourceVersion < source.version
      : !isSourceText(sourceForms, source.forms)
  }
  const ids = changes.flatMap((change) =>
    change.kind === 'restore-text' ||
    (change.kind === 'translate' && (change.language === scope.source.tag || isForEarlier(change)))
      ? [change.keyId]
      : [],
  )
  const history = new Map<number, { version: number; forms: Forms }[]>()
  if (ids.length === 0) return history
  const { rows } = await sql<{ key_id: number; kind: string; before: string }>`
    select key_id, kind, before from change where ${dialect.inIds(sql.ref('key_id'), ids)}
      and ((language_id = ${scope.source.id} and kind = 'text') or (language_id is null and kind = 'key-removed'))`.execute(
    db,
  )
  for (const row of rows) {
    const text = recordedText(row, scope.source.tag)
    if (!text) continue
    const earlier = history.get(row.key_id) ?? []
    earlier.push({ version: text.version, forms: text.forms })
    history.set(row.key_id, earlier)
  }
  return history
}
