import type { Forms, OperationKind } from '@dragoman/core'
import { sql } from 'kysely'
import { recordedText } from '../door/change.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { TranslationRow } from '../types.ts'
import { findLanguageId } from './find-places.ts'
import { type TextsOfKeys, textsOfKeys } from './translations.ts'

export type TextWithOrigin = TranslationRow & {
  /** Kind of the operation that the text belongs to; null: it was never written. */
  readonly operation: OperationKind | null
  /** The source text that it was made for. */
  readonly sourceForms: Forms
  /** The source text of its key now. */
  readonly currentSource: Forms
}

/** For a text whose source text is not known: no source text has these words. */
const UNKNOWN_SOURCE: Forms = { other: '' }

/** Keys per statement. */
const KEYS_AT_ONCE = 2000

/** Returns texts of a language by key, with the operations and the source texts that they come from. */
export async function textsWithOrigins(
  r: Reader,
  request: TextsOfKeys & { readonly sourceLanguage: string },
): Promise<ReadonlyMap<number, TextWithOrigin>> {
  const { projectId, sourceLanguage, keyIds } = request
  const texts = await textsOfKeys(r, request)
  const sources = await textsOfKeys(r, { projectId, language: sourceLanguage, keyIds })
  const operations = await operationsOf(r, request)
  const outdated = [...texts.values()].flatMap((text) => (text.outdated ? [text.keyId] : []))
  const earlier = await earlierSources(r, { projectId, language: sourceLanguage, keyIds: outdated })
  return new Map(
    [...texts.values()].map((text) => {
      const { keyId } = text
      const currentSource = sources.get(keyId)?.forms ?? {}
      const sourceForms = text.outdated
        ? (earlier.get(keyId)?.get(text.sourceVersion) ?? UNKNOWN_SOURCE)
        : currentSource
      return [keyId, { ...text, operation: operations.get(keyId) ?? null, sourceForms, currentSource }]
    }),
  )
}

/** Returns the kinds of the operations that texts belong to, by key. */
async function operationsOf(
  { db, dialect }: Reader,
  { projectId, language, keyIds }: TextsOfKeys,
): Promise<ReadonlyMap<number, OperationKind>> {
  const languageId = await findLanguageId({ db }, projectId, language)
  const kinds = new Map<number, OperationKind>()
  for (let from = 0; languageId !== null && from < keyIds.length; from += KEYS_AT_ONCE) {
    const ids = keyIds.slice(from, from + KEYS_AT_ONCE).map((keyId) => translationId(languageId, keyId))
    const rows = await db
      .selectFrom('translation')
      .innerJoin('operation', 'operation.id', 'translation.operation_id')
      .select(['translation.key_id', 'operation.kind'])
      .where(dialect.inIds(sql.ref('translation.id'), ids))
      .execute()
    // Only the write door writes this column.
    for (const { key_id, kind } of rows) kinds.set(key_id, kind as OperationKind)
  }
  return kinds
}

/** Returns replaced texts of a language, by key and version. */
async function earlierSources(
  { db, dialect }: Reader,
  { projectId, language, keyIds }: TextsOfKeys,
): Promise<ReadonlyMap<number, ReadonlyMap<number, Forms>>> {
  const languageId = await findLanguageId({ db }, projectId, language)
  const found = new Map<number, Map<number, Forms>>()
  for (let from = 0; languageId !== null && from < keyIds.length; from += KEYS_AT_ONCE) {
    const { rows } = await sql<{ key_id: number; kind: string; before: string }>`
      select key_id, kind, before from change
      where ${dialect.inIds(sql.ref('key_id'), keyIds.slice(from, from + KEYS_AT_ONCE))}
        and ((language_id = ${languageId} and kind = 'text') or (language_id is null and kind = 'key-removed'))`.execute(
      db,
    )
    for (const row of rows) {
      const text = recordedText(row, language)
      if (text === undefined) continue
      const ofKey = found.get(row.key_id) ?? new Map<number, Forms>()
      found.set(row.key_id, ofKey.set(text.version, text.forms))
    }
  }
  return found
}
