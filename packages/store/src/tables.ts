import { type Expression, type RawBuilder, sql } from 'kysely'
import type { AccountTables } from './tables/account-tables.ts'
import type { ContentTables } from './tables/content-tables.ts'
import type { DeliveryTables } from './tables/delivery-tables.ts'
import type { ProcessTables } from './tables/process-tables.ts'
import type { SourceTables } from './tables/source-tables.ts'
import type { TeamworkTables } from './tables/teamwork-tables.ts'

/**
 * Columns as the database stores them: JSON as text, booleans as 0/1, states as numbers, times as ISO text.
 */
export type Tables = AccountTables &
  ContentTables &
  DeliveryTables &
  ProcessTables &
  SourceTables &
  TeamworkTables

export const SPAN = 2 ** 32

/**
 * Returns the id of the translation of a key in a language; language 0 is the key's name in the search index.
 */
export function translationId(languageId: number, keyId: number): number {
  return languageId * SPAN + keyId
}

/** Returns `translationId` in SQL, from columns or numbers. */
export function translationIdSql(
  languageId: Expression<unknown>,
  keyId: Expression<unknown>,
): RawBuilder<number> {
  return sql`${languageId} * ${sql.lit(SPAN)} + ${keyId}`
}

export function keyIdOf(translationId: number): number {
  return translationId % SPAN
}

/** Returns `keyIdOf` in SQL. */
export function keyIdSql(translationId: Expression<unknown>): RawBuilder<number> {
  return sql`${translationId} % ${sql.lit(SPAN)}`
}

/** Returns the first id of a language and the first id after it. */
export function idRange(languageId: number): readonly [number, number] {
  return [languageId * SPAN, (languageId + 1) * SPAN]
}

/** Distance between the positions of adjacent new keys, which leaves room for insertions. */
export const POSITION_STEP = 1024

/** Returns the first position of a namespace and the first after it. */
export function positionRange(namespacePosition: number): readonly [number, number] {
  return [namespacePosition * SPAN, (namespacePosition + 1) * SPAN]
}
