import type { PluralKind } from '@dragoman/core'
import { sql } from 'kysely'
import { lookupOf } from '../rows.ts'
import type { Reader } from '../store.ts'
import { idRange } from '../tables.ts'
import type { UnitRow } from '../types.ts'
import { findTextsPlace } from './find-places.ts'
import { type UnitColumns, unitRow } from './translations.ts'

/** A key found by its identity, with its text in one language and the operation that wrote the text. */
export type FoundUnit = UnitRow & {
  /** Operation that wrote the current text; null: there is none yet. */
  readonly operationId: number | null
}

/**
 * Returns those of some keys of a namespace that exist, with their texts in one language but without a syntax; in two
 * queries, however many keys they are.
 */
export async function findUnits(
  { db, dialect }: Reader,
  request: {
    readonly projectId: number
    readonly namespace: string
    readonly language: string
    readonly identities: readonly { readonly plural: PluralKind; readonly name: string }[]
  },
): Promise<readonly FoundUnit[]> {
  const place = await findTextsPlace({ db }, request)
  if (place === null || request.identities.length === 0) return []
  const [first] = idRange(place.languageId)
  const lookups = request.identities.map(({ plural, name }) => lookupOf(plural, name))
  const found = await sql<UnitColumns & { readonly operation_id: number | null }>`
    select k.id, k.name, k.plural, k.path, k.position, null as syntax, t.forms, t.state, t.version, t.operation_id
    from "key" k join translation t on t.id = ${first} + k.id
    where k.namespace_id = ${place.namespaceId} and ${dialect.inIds(sql.ref('k.lookup'), lookups)}`.execute(
    db,
  )
  return found.rows.map((row) => ({ ...unitRow(row), operationId: row.operation_id }))
}
