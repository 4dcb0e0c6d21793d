import { type Forms, type PluralKind, unitId } from '@dragoman/core'
import { sql } from 'kysely'
import type { FieldsBefore, KeyBefore, TextBefore } from '../door/change.ts'
import { parseJson, pluralKind, shownName } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'

/** A key that an import has added, as it was then and as it is now. */
export type ImportedKey = {
  /** What the import wrote, by language. */
  readonly texts: ReadonlyMap<string, Forms>
  /** Whether it still has its name in its namespace. */
  readonly isHere: boolean
  /** The key as it is now; null: it was removed. */
  readonly now: KeyNow | null
}

export type KeyNow = {
  readonly keyId: number
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  /** The current texts, by language. */
  readonly texts: ReadonlyMap<string, Forms>
}

export type ImportedKeysRequest = {
  readonly projectId: number
  readonly namespace: string
  /** The operation of the import. */
  readonly operationId: number
  /** Languages whose texts are needed. */
  readonly languages: readonly string[]
}

type Fields = Pick<KeyNow, 'namespace' | 'name' | 'plural'>

/**
 * Returns the keys that an operation has added to a namespace, by the unit id they had then, even if they
 * were renamed, moved or removed later.
 */
export async function importedKeys(
  r: Reader,
  request: ImportedKeysRequest,
): Promise<ReadonlyMap<string, ImportedKey>> {
  const { namespace, operationId } = request
  const laterChanges = await changesSince(r, request)
  const atFirst = new Map<number, Fields>()
  const removed = new Map<number, KeyBefore>()
  for (const { kind, keyId, before } of laterChanges) {
    if (kind === 'text') continue
    const fields = parseJson<FieldsBefore | KeyBefore>(before)
    if (fields.fieldsOperationId === operationId && !atFirst.has(keyId)) atFirst.set(keyId, fields)
    if (kind === 'key-removed' && 'operationId' in fields) removed.set(keyId, fields)
  }
  const existing = await existingKeys(r, request, [...atFirst.keys()])
  const imported = new Map<number, Fields>()
  for (const [keyId, fields] of atFirst) {
    const addedBy = existing.get(keyId)?.addedBy ?? removed.get(keyId)?.operationId
    if (addedBy === operationId && fields.namespace === namespace) imported.set(keyId, fields)
  }
  for (const [keyId, row] of existing) {
    const isUntouched = !atFirst.has(keyId) && row.addedBy === operationId && row.namespace === namespace
    if (isUntouched) imported.set(keyId, row)
  }
  if (imported.size === 0) return new Map()
  const texts = await textsOf(r, request, { imported, existing, removed, laterChanges })
  return new Map(
    [...imported].map(([keyId, fields]): [string, ImportedKey] => {
      const row = existing.get(keyId)
      return [
        unitId(fields),
        {
          texts: texts.asImported.get(keyId) ?? new Map(),
          isHere: row !== undefined && row.namespace === namespace && unitId(row) === unitId(fields),
          now: row === undefined ? null : { ...row, keyId, texts: texts.current.get(keyId) ?? new Map() },
        },
      ]
    }),
  )
}

type LaterChange = {
  readonly keyId: number
  readonly languageId: number | null
  readonly kind: string
  readonly before: string
}

/** Returns what others have changed since the operation began, oldest first. */
async function changesSince(
  { db }: Reader,
  { projectId, operationId }: ImportedKeysRequest,
): Promise<readonly LaterChange[]> {
  const rows = await db
    .selectFrom('change')
    .select(['key_id', 'language_id', 'kind', 'before'])
    .where('operation_id', '>', operationId)
    .where('id', '>=', sql<number>`(select min(first_change) from operation where id > ${operationId})`)
    .where('project_id', '=', projectId)
    .where('kind', 'in', ['text', 'key-edited', 'key-removed'])
    .orderBy('id')
    .execute()
  return rows.map(({ key_id: keyId, language_id: languageId, kind, before }) => {
    return { keyId, languageId, kind, before }
  })
}

type ExistingKey = Fields & { readonly addedBy: number }

/** Returns the keys of the namespace and those with the given ids, wherever they are now. */
async function existingKeys(
  { db, dialect }: Reader,
  { projectId, namespace, operationId }: ImportedKeysRequest,
  keyIds: readonly number[],
): Promise<ReadonlyMap<number, ExistingKey>> {
  const query = db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['key.id', 'key.name', 'key.plural', 'key.operation_id', 'namespace.name as namespace'])
    .where('key.project_id', '=', projectId)
  const added = await query
    .where('namespace.project_id', '=', projectId)
    .where('namespace.name', '=', namespace)
    .where('key.operation_id', '=', operationId)
    .execute()
  const edited =
    keyIds.length === 0 ? [] : await query.where(dialect.inIds(sql.ref('key.id'), keyIds)).execute()
  return new Map(
    [...added, ...edited].map((row) => [
      row.id,
      {
        name: shownName(row.name),
        plural: pluralKind(row.plural),
        namespace: row.namespace,
        addedBy: row.operation_id,
      },
    ]),
  )
}

type TextsByKey = Map<number, Map<string, Forms>>

/** Returns the texts of the keys, as the operation wrote them and as they are now. */
async function textsOf(
  { db, dialect }: Reader,
  { projectId, operationId, languages }: ImportedKeysRequest,
  {
    imported,
    existing,
    removed,
    laterChanges,
  }: {
    readonly imported: ReadonlyMap<number, Fields>
    readonly existing: ReadonlyMap<number, ExistingKey>
    readonly removed: ReadonlyMap<number, KeyBefore>
    readonly laterChanges: readonly LaterChange[]
  },
): Promise<{ readonly asImported: TextsByKey; readonly current: TextsByKey }> {
  const asImported: TextsByKey = new Map()
  const current: TextsByKey = new Map()
  const tags = new Map<number, string>()
  for (const { id, tag } of await db
    .selectFrom('language')
    .select(['id', 'tag'])
    .where('project_id', '=', projectId)
    .execute())
    if (languages.includes(tag)) tags.set(id, tag)
  const put = (into: TextsByKey, keyId: number, tag: string, forms: Forms) => {
    const texts = into.get(keyId) ?? new Map<string, Forms>()
    into.set(keyId, texts.set(tag, forms))
  }
  const there = [...imported.keys()].filter((keyId) => existing.has(keyId))
  for (const [languageId, tag] of tags) {
    if (there.length === 0) break
    const ids = there.map((keyId) => translationId(languageId, keyId))
    const rows = await db
      .selectFrom('translation')
      .select(['key_id', 'forms', 'operation_id'])
      .where(dialect.inIds(sql.ref('id'), ids))
      .execute()
    for (const row of rows) {
      const forms = parseJson<Forms>(row.forms)
      put(current, row.key_id, tag, forms)
      if (row.operation_id === operationId) put(asImported, row.key_id, tag, forms)
    }
  }
  for (const keyId of imported.keys())
    for (const [tag, text] of removed.get(keyId)?.texts ?? [])
      if (!existing.has(keyId) && text.operationId === operationId && languages.includes(tag))
        put(asImported, keyId, tag, text.forms)
  for (const { keyId, languageId, kind, before } of laterChanges) {
    const tag = languageId === null ? undefined : tags.get(languageId)
    if (kind !== 'text' || tag === undefined || !imported.has(keyId)) continue
    const text = parseJson<TextBefore>(before)
    if (text.operationId === operationId) put(asImported, keyId, tag, text.forms)
  }
  return { asImported, current }
}
