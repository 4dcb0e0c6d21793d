import {
  type EntryPath,
  type FileLimits,
  type Forms,
  type KeyAlias,
  PLURAL_KINDS,
  type PluralKind,
  type RecordedActor,
  type TranslationState,
} from '@dragoman/core'
import { sql } from 'kysely'
import { listTextLimits } from '../areas/text-limits.ts'
import { authorOf, lookupOf, parseJson, pluralKind, shownName, stateOf, textRows, writerOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import { keysWithAliases, wantedAliases } from './aliases.ts'
import { type InternalChange, recordedText, type TextBefore } from './internal-change.ts'
import { namespaceNamed, type Scope } from './scope.ts'

/**
 * A translation in memory while a chunk of changes is processed. `was` is the row in the database, null for a
 * new one.
 */
export type WorkText = {
  readonly languageId: number
  forms: Forms
  state: TranslationState
  version: number
  sourceVersion: number
  outdated: boolean
  failing: boolean
  /** Empty, as is the source text: there is nothing to translate. */
  sourceless: boolean
  withKey: boolean
  operationId: number | null
  /** Who wrote the words. */
  actor: RecordedActor | null
  /** The same, if not the actor of the operation. */
  author: RecordedActor | undefined
  updatedAt: string | null
  readonly was: TextSnapshot | null
  /** The text or state was written in this chunk. */
  written: boolean
  /** Written by an undo: it was translated from an older source text. */
  restored: boolean
}

export type TextSnapshot = TextBefore & {
  readonly failing: boolean
  readonly sourceless: boolean
  readonly actor: RecordedActor | null
  readonly updatedAt: string | null
}

export type WorkKey = {
  readonly id: number
  namespaceId: number
  name: string
  plural: PluralKind
  path: EntryPath
  description: string
  tags: readonly string[]
  aliases: readonly KeyAlias[]
  maxLength: number | null
  syntax: string | null
  position: number
  version: number
  operationId: number
  fieldsOperationId: number
  readonly was: KeySnapshot | null
  edited: boolean
  removed: boolean
  /** Removed by an undo: the operation whose state that restores; 0: none. */
  backTo?: number
  /** Restored by an undo: the operation that removed it. */
  removedBy?: number
  /** Language id → text. Complete only if `whole`. */
  readonly texts: Map<number, WorkText>
}

export type KeySnapshot = Omit<WorkKey, 'was' | 'edited' | 'removed' | 'backTo' | 'removedBy' | 'texts'>

/** The data of one chunk of changes: loaded together, changed in memory, written together. */
export type WorkingSet = {
  readonly keys: Map<number, WorkKey>
  /** `identity()` → key id, for every identity that the chunk looks up. */
  readonly identities: Map<string, number>
  /** Positions that restored keys want and that are taken. */
  readonly takenPositions: Set<number>
  /** Positions that restored keys want. */
  readonly restoredPositions: ReadonlySet<number>
  /** Key id → earlier source texts, for keys whose source is written or whose texts are restored. */
  readonly sourceHistory: ReadonlyMap<number, readonly { readonly version: number; readonly forms: Forms }[]>
  /** Limits of the files of the keys' namespaces. */
  readonly limits: readonly FileLimits[]
}

export function identity(namespaceId: number, plural: PluralKind, name: string): string {
  return `${namespaceId} ${plural} ${name}`
}

/** Loads everything that the changes can affect, with a fixed number of queries. */
export async function loadWorkingSet(
  r: Reader,
  scope: Scope,
  changes: readonly InternalChange[],
): Promise<WorkingSet> {
  const some = new Set<number>()
  const whole = new Set<number>()
  const withHistory = new Set<number>()
  const languagesOf = new Map<number, Set<number>>()
  const asked: { readonly namespaceId: number; readonly lookup: number }[] = []
  const positions: number[] = []
  const namespaces = new Set<string>()
  const ask = async (namespace: string, plural: PluralKind, name: string) => {
    namespaces.add(namespace)
    asked.push({
      namespaceId: (await namespaceNamed(r, scope, namespace)).id,
      lookup: lookupOf(plural, name),
    })
  }
  for (const change of changes) {
    switch (change.kind) {
      case 'translate':
      case 'restore-text': {
        some.add(change.keyId)
        const language = scope.languages.get(change.language)
        if (!language) break
        if (language === scope.source) {
          whole.add(change.keyId)
          withHistory.add(change.keyId)
        }
        if (change.kind === 'restore-text') withHistory.add(change.keyId)
        const wanted = languagesOf.get(change.keyId) ?? new Set([scope.source.id])
        languagesOf.set(change.keyId, wanted.add(language.id))
        break
      }
      case 'add-key':
        await ask(change.namespace, change.plural, change.name)
        break
      case 'restore-key':
        some.add(change.keyId)
        await ask(change.before.namespace, change.before.plural, change.before.name)
        positions.push(change.before.position)
        break
      case 'remove-key':
      case 'edit-key':
      case 'restore-fields':
        some.add(change.keyId)
        whole.add(change.keyId)
        if (change.kind === 'restore-fields') positions.push(change.before.position)
        break
      case 'add-language':
      case 'remove-language':
        break
      default:
        change satisfies never
    }
  }
  const keys = await loadKeys(r, scope, [...some])
  for (const change of changes) {
    if (change.kind !== 'edit-key' && change.kind !== 'restore-fields') continue
    const key = keys.get(change.keyId)
    const fields = change.kind === 'edit-key' ? change.fields : change.before
    if (!key) continue
    const name = fields.name ?? fields.path?.join('.') ?? key.name
    await ask(
      fields.namespace ?? scope.namespacesById.get(key.namespaceId)?.name ?? '',
      fields.plural ?? key.plural,
      name,
    )
  }
  const aliases = wantedAliases(scope, keys, changes)
  for (const { namespace, name } of aliases)
    for (const plural of PLURAL_KINDS) await ask(namespace, plural, name)
  for (const [id, key] of await loadKeys(r, scope, await keysWithAliases(r, scope, aliases))) {
    whole.add(id)
    if (!keys.has(id)) keys.set(id, key)
  }
  await loadTexts(r, scope, keys, whole, languagesOf)
  for (const { namespaceId } of keys.values())
    namespaces.add(scope.namespacesById.get(namespaceId)?.name ?? '')
  return {
    keys,
    identities: await loadIdentities(r, asked),
    takenPositions: await loadPositions(r, scope, positions),
    restoredPositions: new Set(positions),
    sourceHistory: await loadSourceHistory(r, scope, [...withHistory]),
    limits: await listTextLimits(r, scope.project.id, [...namespaces]),
  }
}

async function loadKeys(
  { db, dialect }: Reader,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, WorkKey>> {
  const keys = new Map<number, WorkKey>()
  if (ids.length === 0) return keys
  const rows = await db
    .selectFrom('key')
    .selectAll()
    .where(dialect.inIds(sql.ref('id'), ids))
    .execute()
  for (const row of rows) {
    if (row.project_id !== scope.project.id) continue
    const was: KeySnapshot = {
      id: row.id,
      namespaceId: row.namespace_id,
      name: shownName(row.name),
      plural: pluralKind(row.plural),
      path: parseJson(row.path),
      description: row.description,
      tags: parseJson(row.tags),
      aliases: parseJson(row.aliases),
      maxLength: row.max_length,
      syntax: row.syntax,
      position: row.position,
      version: row.version,
      operationId: row.operation_id,
      fieldsOperationId: row.fields_operation_id,
    }
    keys.set(row.id, { ...was, was, edited: false, removed: false, texts: new Map() })
  }
  return keys
}

async function loadTexts(
  { db, dialect }: Reader,
  scope: Scope,
  keys: ReadonlyMap<number, WorkKey>,
  whole: ReadonlySet<number>,
  languagesOf: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<void> {
  const ids: number[] = []
  for (const key of keys.values()) {
    const languages = whole.has(key.id) ? scope.languagesById.keys() : (languagesOf.get(key.id) ?? [])
    for (const languageId of languages) ids.push(translationId(languageId, key.id))
  }
  if (ids.length === 0) return
  const rows = await textRows(db)
    .where(dialect.inIds(sql.ref('translation.id'), ids))
    .execute()
  for (const row of rows) {
    const was: TextSnapshot = {
      forms: parseJson(row.forms),
      state: stateOf(row.state),
      version: row.version,
      sourceVersion: row.source_version,
      outdated: row.outdated === 1,
      failing: row.failing === 1,
      sourceless: row.sourceless === 1,
      withKey: row.with_key === 1,
      operationId: row.operation_id,
      ...authorOf(row),
      actor: writerOf(row),
      updatedAt: row.updated_at,
    }
    keys.get(row.key_id)?.texts.set(row.language_id, {
      ...was,
      author: was.author,
      languageId: row.language_id,
      was,
      written: false,
      restored: false,
    })
  }
}

async function loadIdentities(
  { db, dialect }: Reader,
  asked: readonly { readonly namespaceId: number; readonly lookup: number }[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('key')
    .select(['id', 'namespace_id', 'plural', 'name'])
    .where(dialect.inIds(sql.ref('namespace_id'), [...new Set(asked.map((one) => one.namespaceId))]))
    .where(
      dialect.inIds(
        sql.ref('lookup'),
        asked.map((one) => one.lookup),
      ),
    )
    .execute()
  return new Map(
    rows.map((row) => [identity(row.namespace_id, pluralKind(row.plural), shownName(row.name)), row.id]),
  )
}

async function loadPositions(
  { db, dialect }: Reader,
  scope: Scope,
  positions: readonly number[],
): Promise<Set<number>> {
  if (positions.length === 0) return new Set()
  const rows = await db
    .selectFrom('key')
    .select('position')
    .where('project_id', '=', scope.project.id)
    .where(dialect.inIds(sql.ref('position'), positions))
    .execute()
  return new Set(rows.map((row) => row.position))
}

async function loadSourceHistory(
  { db, dialect }: Reader,
  scope: Scope,
  ids: readonly number[],
): Promise<WorkingSet['sourceHistory']> {
  const history = new Map<number, { version: number; forms: Forms }[]>()
  if (ids.length === 0) return history
  const rows = await sql<{ key_id: number; kind: string; before: string }>`
    select key_id, kind, before from change where ${dialect.inIds(sql.ref('key_id'), ids)}
      and ((language_id = ${scope.source.id} and kind = 'text') or (language_id is null and kind = 'key-removed'))`.execute(
    db,
  )
  for (const row of rows.rows) {
    const text = recordedText(row, scope.source.tag)
    if (!text) continue
    const earlier = history.get(row.key_id) ?? []
    earlier.push({ version: text.version, forms: text.forms })
    history.set(row.key_id, earlier)
  }
  return history
}
