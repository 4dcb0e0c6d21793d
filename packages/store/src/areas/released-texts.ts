import type { KeyAlias, ReleasedText, TranslationState } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, pluralKind, shownName, stateOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import { positionRange, SPAN, translationIdSql } from '../tables.ts'
import { findTextsPlace, type TextsLocation } from './find-places.ts'

/** A text of the catalog as apps can get it, with what is needed to check it. */
export type CatalogText = ReleasedText & { readonly keyId: number; readonly maxLength: number | null }

type KeyColumns = {
  readonly id: number
  readonly name: string
  readonly plural: string
  readonly path: string
  readonly aliases: string
  readonly max_length: number | null
  readonly syntax: string | null
}

type TextColumns = { readonly forms: string; readonly state: number; readonly failing: number }

/**
 * Returns all keys of a namespace in order, or some of them, with their texts in one language; `failing`: any
 * check reports something. Empty if the project does not have the language or namespace.
 */
export async function catalogTexts(
  r: Reader,
  place: TextsLocation,
  keyIds: readonly number[] | null = null,
): Promise<readonly CatalogText[]> {
  if (keyIds?.length === 0) return []
  const known = await findTextsPlace(r, place)
  if (known === null) return []
  const [from, to] = positionRange(known.position)
  const wanted = keyIds === null ? sql`` : sql`and ${r.dialect.inIds(sql.ref('k.id'), keyIds)}`
  const { rows } = await sql<KeyColumns & TextColumns>`
    select k.id, k.name, k.plural, k.path, k.aliases, k.max_length, k.syntax, t.forms, t.state, t.failing
    from "key" k join translation t on t.id = ${translationIdSql(sql.lit(known.languageId), sql.ref('k.id'))}
    where k.project_id = ${place.projectId} and k.position >= ${from} and k.position < ${to} ${wanted}
    order by k.position`.execute(r.db)
  return rows.map((row) => textOf(keyOf(row), row))
}

/** What the texts of a key share in all languages. */
export type CatalogKey = Omit<CatalogText, 'forms' | 'state' | 'failing'>

/** Returns all keys of a namespace, by id. */
export async function catalogKeys(
  { db }: Reader,
  { projectId, namespace }: Omit<TextsLocation, 'language'>,
): Promise<ReadonlyMap<number, CatalogKey>> {
  const { rows } = await sql<KeyColumns>`
    select k.id, k.name, k.plural, k.path, k.aliases, k.max_length, k.syntax
    from namespace n join "key" k on k.project_id = n.project_id
      and k.position >= n.position * ${sql.lit(SPAN)} and k.position < (n.position + 1) * ${sql.lit(SPAN)}
    where n.project_id = ${projectId} and n.name = ${namespace}`.execute(db)
  return new Map(rows.map((row) => [row.id, keyOf(row)]))
}

/** A text as it is stored: many are only copied. */
export type StoredText = {
  readonly keyId: number
  /** Its `Forms` as JSON. */
  readonly forms: string
  readonly state: TranslationState
  readonly failing: boolean
}

/** Returns the texts that `catalogTexts` reads, without what belongs to their keys. */
export async function storedTexts(r: Reader, place: TextsLocation): Promise<readonly StoredText[]> {
  const known = await findTextsPlace(r, place)
  if (known === null) return []
  const [from, to] = positionRange(known.position)
  const { rows } = await sql<{ readonly id: number } & TextColumns>`
    select k.id, t.forms, t.state, t.failing
    from "key" k join translation t on t.id = ${translationIdSql(sql.lit(known.languageId), sql.ref('k.id'))}
    where k.project_id = ${place.projectId} and k.position >= ${from} and k.position < ${to}
    order by k.position`.execute(r.db)
  return rows.map(({ id, forms, state, failing }) => ({
    keyId: id,
    forms,
    state: stateOf(state),
    failing: failing !== 0,
  }))
}

function keyOf(row: KeyColumns): CatalogKey {
  return {
    keyId: row.id,
    maxLength: row.max_length,
    ...(row.syntax === null ? {} : { syntax: row.syntax }),
    name: shownName(row.name),
    plural: pluralKind(row.plural),
    path: parseJson(row.path),
    ...(row.aliases === '[]' ? {} : { aliases: parseJson<readonly KeyAlias[]>(row.aliases) }),
  }
}

function textOf(key: CatalogKey, row: TextColumns): CatalogText {
  return {
    ...key,
    forms: parseJson(row.forms),
    ...stateField(stateOf(row.state)),
    failing: row.failing !== 0,
  }
}

function stateField(state: TranslationState): Pick<ReleasedText, 'state'> {
  return state === 'untranslated' ? {} : { state }
}
