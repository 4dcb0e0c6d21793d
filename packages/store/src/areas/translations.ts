import { sql } from 'kysely'
import {
  parseJson,
  pluralKind,
  shownName,
  stateOf,
  type TextColumns,
  textRows,
  translationRow,
  writerId,
  writerLabel,
} from '../rows.ts'
import type { Reader } from '../store.ts'
import { positionRange, translationId, translationIdSql } from '../tables.ts'
import type { TranslationRow, UnitRow } from '../types.ts'
import { findLanguageId, findTextsPlace } from './find-places.ts'

/** Returns a translation; null if the project has no such key or language. */
export async function translation(
  { db }: Reader,
  projectId: number,
  keyId: number,
  language: string,
): Promise<TranslationRow | null> {
  const row = await textRows(db)
    .innerJoin('language', 'language.id', 'translation.language_id')
    .where('language.project_id', '=', projectId)
    .where('language.tag', '=', language)
    .where(sql<boolean>`translation.id = ${translationIdSql(sql.ref('language.id'), sql`${keyId}`)}`)
    .executeTakeFirst()
  return row ? translationRow(row, language) : null
}

/** Returns one row per language, in the order of the languages; empty if the project has no such key. */
export async function translationsOfKey(
  { db }: Reader,
  projectId: number,
  keyId: number,
): Promise<readonly TranslationRow[]> {
  const rows = await sql<TextColumns & { tag: string }>`
    select t.key_id, t.forms, t.state, t.version, t.source_version, t.outdated, t.failing, t.id, 
      ${writerId('t', 'o')} as actor_id, ${writerLabel('t', 'o')} as actor_label, o.at as updated_at, l.tag
    from language l join translation t on t.id = ${translationIdSql(sql.ref('l.id'), sql.lit(keyId))}
    left join operation o on o.id = t.operation_id
    where l.project_id = ${projectId} order by l.position`.execute(db)
  return rows.rows.map((row) => translationRow(row, row.tag))
}

export type UnitColumns = {
  readonly id: number
  readonly name: string
  readonly plural: string
  readonly path: string
  readonly position: number
  readonly syntax: string | null
  readonly forms: string
  readonly state: number
  readonly version: number
}

/** Returns a key and its text from their columns. */
export function unitRow(row: UnitColumns): UnitRow {
  return {
    keyId: row.id,
    unit: {
      name: shownName(row.name),
      plural: pluralKind(row.plural),
      path: parseJson(row.path),
      forms: parseJson(row.forms),
      ...(row.syntax === null ? {} : { syntax: row.syntax }),
    },
    version: row.version,
    state: stateOf(row.state),
    position: row.position,
  }
}

/**
 * Returns all keys of a namespace in order with their texts in one language, untranslated ones with empty
 * forms.
 */
export async function unitsOfFile(
  { db }: Reader,
  projectId: number,
  language: string,
  namespace: string,
): Promise<readonly UnitRow[]> {
  const place = await findTextsPlace({ db }, { projectId, language, namespace })
  if (place === null) return []
  const [from, to] = positionRange(place.position)
  const found = await sql<UnitColumns>`
    select k.id, k.name, k.plural, k.path, k.position, k.syntax, t.forms, t.state, t.version
    from "key" k join translation t on t.id = ${translationIdSql(sql.lit(place.languageId), sql.ref('k.id'))}
    where k.project_id = ${projectId} and k.position >= ${from} and k.position < ${to}
    order by k.position`.execute(db)
  return found.rows.map(unitRow)
}

/** Returns some keys of a namespace in order with their texts in one language; missing keys are left out. */
export async function unitsOfKeys(
  { db, dialect }: Reader,
  request: {
    readonly projectId: number
    readonly language: string
    readonly namespace: string
    readonly keyIds: readonly number[]
  },
): Promise<readonly UnitRow[]> {
  if (request.keyIds.length === 0) return []
  const place = await findTextsPlace({ db }, request)
  if (place === null) return []
  const ids = request.keyIds.map((keyId) => translationId(place.languageId, keyId))
  const found = await sql<UnitColumns>`
    select k.id, k.name, k.plural, k.path, k.position, k.syntax, t.forms, t.state, t.version
    from translation t join "key" k on k.id = t.key_id
    where ${dialect.inIds(sql.ref('t.id'), ids)} and k.namespace_id = ${place.namespaceId}
    order by k.position`.execute(db)
  return found.rows.map(unitRow)
}

/** Who wrote the words of a text, and when. */
export type TextWriter = {
  /** Null if only the name is known. */
  readonly actorId: string | null
  readonly name: string
  readonly at: string
}

/** Texts per statement. */
const TEXTS_AT_ONCE = 2000

export type TextsOfKeys = {
  readonly projectId: number
  readonly language: string
  readonly keyIds: readonly number[]
}

/** Returns texts of a language by key; those of keys that no longer exist are left out. */
export async function textsOfKeys(
  { db, dialect }: Reader,
  { projectId, language, keyIds }: TextsOfKeys,
): Promise<ReadonlyMap<number, TranslationRow>> {
  const languageId = await findLanguageId({ db }, projectId, language)
  const texts = new Map<number, TranslationRow>()
  for (let from = 0; languageId !== null && from < keyIds.length; from += TEXTS_AT_ONCE) {
    const ids = keyIds.slice(from, from + TEXTS_AT_ONCE).map((keyId) => translationId(languageId, keyId))
    const rows = await textRows(db)
      .where(dialect.inIds(sql.ref('translation.id'), ids))
      .execute()
    for (const row of rows) texts.set(row.key_id, translationRow(row, language))
  }
  return texts
}

/** Returns who wrote texts of a language, by key; texts without a writer are left out. */
export async function writersOfTexts(
  r: Reader,
  request: TextsOfKeys,
): Promise<ReadonlyMap<number, TextWriter>> {
  const writers = new Map<number, TextWriter>()
  for (const [keyId, { actor, updatedAt }] of await textsOfKeys(r, request))
    if (updatedAt !== null)
      writers.set(keyId, { actorId: actor?.id ?? null, name: actor?.name ?? '', at: updatedAt })
  return writers
}
