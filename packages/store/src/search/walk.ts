import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { stateNumber } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId, translationIdSql } from '../tables.ts'
import type { Candidates } from './candidates.ts'
import {
  every,
  excludedConditions,
  foundConditions,
  keyConditions,
  placeConditions,
  some,
  stateConditions,
  textConditions,
} from './conditions.ts'
import type { FilterScope } from './filter-scope.ts'

export type Found = { readonly id: number; readonly position: number }

/** Builds the SQL for `id` and `position` of rows in order, with a condition on the position inserted. */
export type Walk = (further: (position: RawBuilder<unknown>) => RawBuilder<SqlBool>) => RawBuilder<Found>

/**
 * Chooses the index that leads to the fewest rows: of states, of outdated or failing texts, or the keys in
 * order.
 */
export async function walkFor(r: Reader, scope: FilterScope): Promise<Walk> {
  const { filter, stateLanguages } = scope
  const [languageId] = stateLanguages
  if (languageId === undefined || stateLanguages.length > 1) return walkKeys(r, scope)
  if (filter.outdated) return walkTexts(r, scope, languageId, [sql`t.outdated = 1`])
  if (filter.failing) return walkTexts(r, scope, languageId, [sql`t.failing = 1`])
  if (filter.states && filter.states.length > 0) {
    return walkTexts(
      r,
      scope,
      languageId,
      [...new Set(filter.states)].map(
        (state) => sql<SqlBool>`t.state = ${sql.lit(stateNumber(state))} and t.sourceless = 0`,
      ),
    )
  }
  return walkKeys(r, scope)
}

/** Walks the keys of the project, or of the candidates, in order. */
export function walkKeys({ dialect }: Reader, scope: FilterScope, few?: Candidates): Walk {
  const isFound = (word: string) => few?.found.some((found) => found.word === word) ?? false
  const texts = textConditions(
    dialect,
    { ...scope, words: scope.words.filter((word) => !isFound(word)) },
    sql.ref('k.id'),
  )
  const conditions = [
    // The sign keeps the database from walking all keys of the project if only a few are candidates.
    ...(few
      ? [...foundConditions(dialect, few), sql<SqlBool>`+k.project_id = ${scope.projectId}`]
      : [sql<SqlBool>`k.project_id = ${scope.projectId}`]),
    ...placeConditions(dialect, scope, sql.ref('k.position')),
    ...keyConditions(dialect, scope),
    ...languageConditions(scope),
    ...texts.conditions,
    ...budgetConditions(dialect, scope),
  ]
  return (further) =>
    sql`select k.id as id, k.position as position from "key" k${texts.joins} where ${every([...conditions, further(sql.ref('k.position'))])}`
}

/** Returns conditions on the texts of the key `k` in the languages in which states are searched. */
function languageConditions(scope: FilterScope): RawBuilder<SqlBool>[] {
  const hasLanguage = (condition: RawBuilder<SqlBool>) =>
    some(
      scope.stateLanguages.map(
        (id) =>
          sql`exists (select 1 from translation c where c.id = ${translationIdSql(sql.lit(id), sql.ref('k.id'))} and ${condition})`,
      ),
    )
  const states = stateConditions(scope, 'c')
  const excluded = scope.stateLanguages.length > 1 ? excludedConditions(scope, 'c') : []
  return [
    ...(states.length === 0 ? [] : [hasLanguage(every(states))]),
    ...(excluded.length === 0 ? [] : [sql<SqlBool>`not ${hasLanguage(some(excluded))}`]),
  ]
}

/**
 * Walks the translations of one language that match one of the alternatives, each in the order of its own
 * index.
 */
function walkTexts(
  { dialect }: Reader,
  scope: FilterScope,
  languageId: number,
  alternatives: readonly RawBuilder<SqlBool>[],
): Walk {
  // The key's id is computed from the row's, so that the index alone is sufficient.
  const keyId = sql`t.id - ${sql.lit(translationId(languageId, 0))}`
  const ofKey = keyConditions(dialect, scope)
  const texts = textConditions(dialect, scope, keyId)
  const conditions = [
    sql<SqlBool>`t.language_id = ${sql.lit(languageId)}`,
    ...placeConditions(dialect, scope, sql.ref('t.position')),
    ...stateConditions(scope, 't'),
    ...(ofKey.length === 0
      ? []
      : [sql<SqlBool>`exists (select 1 from "key" k where k.id = ${keyId} and ${every(ofKey)})`]),
    ...texts.conditions,
    ...budgetConditions(dialect, scope),
  ]
  return (further) => {
    const parts = alternatives.map(
      (alternative) =>
        sql`select ${keyId} as id, t.position as position from translation t${texts.joins} where ${every([alternative, ...conditions, further(sql.ref('t.position'))])}`,
    )
    return sql`${sql.join(parts, sql` union all `)}`
  }
}

function budgetConditions(
  { withinBudget }: Reader['dialect'],
  scope: FilterScope,
): readonly RawBuilder<SqlBool>[] {
  return withinBudget && isCostly(scope) ? [withinBudget] : []
}

/** Returns false if indexes lead to all matches in order. */
export function isCostly({ words, notWords, tags, notTags, stateLanguages, filter }: FilterScope): boolean {
  const { states, failing, outdated, namespaces, notNamespaces, words: _, ...others } = filter
  if (words.length > 0 || notWords.length > 0 || tags !== null || notTags !== null) return true
  if (stateLanguages.length > 1 && (states ?? failing ?? outdated) !== undefined) return true
  return Object.values(others).some((value) => value !== undefined)
}
