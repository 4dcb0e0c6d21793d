import { fold, matchPattern } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../store.ts'
import type { EditorFilter, EditPeriod } from '../types.ts'

/** Actors whose edits are searched for. A person has one id and might have had several names. */
type ActorMatch = { readonly ids: readonly string[]; readonly names: readonly string[] }
/** Null: anyone. */
export type EditActors = { readonly actors: ActorMatch | null; readonly notActors: ActorMatch | null }

/**
 * Recent operations whose actors are searched by pattern; earlier actors are found by the whole name only.
 */
const LOOKED_AT = 50_000

/** Returns whether the filter asks who changed a text last, or when. Each row then needs its operation. */
export function asksForEdits({ actors, notActors, changed }: EditorFilter): boolean {
  return [actors, notActors, changed].some((list) => list !== undefined && list.length > 0)
}

/**
 * Resolves the patterns to actors of the project. A pattern without `*` matches the beginning of a name or of
 * a word in it.
 */
export async function editActors(
  { db }: Reader,
  projectId: number,
  { actors, notActors }: EditorFilter,
): Promise<EditActors> {
  if (actors === undefined && notActors === undefined) return { actors: null, notActors: null }
  const recent = db
    .selectFrom('operation')
    .select(['actor_id', 'actor_label'])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
  const rows = await db
    .selectFrom(recent.as('recent'))
    .select(['actor_id', 'actor_label'])
    .distinct()
    .execute()
  const matchOf = (patterns: readonly string[] | undefined): ActorMatch | null => {
    if (patterns === undefined || patterns.length === 0) return null
    const found = rows.filter((row) => patterns.some((pattern) => isNamed(row.actor_label, pattern)))
    const names = found.flatMap((row) => (row.actor_id === null ? row.actor_label : []))
    return {
      ids: [...new Set(found.flatMap((row) => row.actor_id ?? []))],
      names: [...new Set([...names, ...patterns])],
    }
  }
  return { actors: matchOf(actors), notActors: matchOf(notActors) }
}

/**
 * Returns conditions on who changed the translation last, and when. A text that was never written matches
 * none.
 */
export function editConditions(
  scope: { readonly filter: EditorFilter; readonly edits: EditActors },
  row: string,
): RawBuilder<SqlBool>[] {
  if (!asksForEdits(scope.filter)) return []
  const { actors, notActors } = scope.edits
  const wanted: RawBuilder<SqlBool>[] = [sql`o.id = ${sql.ref(`${row}.operation_id`)}`]
  if (actors !== null) wanted.push(isBy(actors))
  if (notActors !== null) wanted.push(sql`not ${isBy(notActors)}`)
  for (const period of scope.filter.changed ?? []) wanted.push(inPeriod(period))
  return [sql`exists (select 1 from operation o where ${sql.join(wanted, sql` and `)})`]
}

/**
 * Returns what `editConditions` negates, not negated: who did not change the translation last, and when it was not
 * changed last.
 */
export function excludedEditConditions(
  { filter, edits }: { readonly filter: EditorFilter; readonly edits: EditActors },
  row: string,
): RawBuilder<SqlBool>[] {
  const excluded = edits.notActors === null ? [] : [isBy(edits.notActors)]
  for (const period of filter.changed ?? [])
    if (period.isOutside) excluded.push(inPeriod({ ...period, isOutside: false }))
  return excluded.map(
    (condition) =>
      sql`exists (select 1 from operation o where o.id = ${sql.ref(`${row}.operation_id`)} and ${condition})`,
  )
}

/** Matches operations of any of these actors. */
function isBy({ ids, names }: ActorMatch): RawBuilder<SqlBool> {
  const named = sql<SqlBool>`o.actor_label in (${sql.join(names)})`
  if (ids.length === 0) return sql`(${named})`
  return sql`(coalesce(o.actor_id, '') in (${sql.join(ids)}) or ${named})`
}

function inPeriod({ from, before, isOutside }: EditPeriod): RawBuilder<SqlBool> {
  const inside = sql<SqlBool>`(o.at >= ${from ?? ''} and o.at < ${before ?? '9999'})`
  return isOutside ? sql`not ${inside}` : inside
}

function isNamed(name: string, pattern: string): boolean {
  const folded = fold(name)
  const wanted = fold(pattern)
  // A pattern of invisible characters.
  if (wanted === '') return false
  if (wanted.includes('*')) return matchPattern(wanted, folded)
  return folded.startsWith(wanted) || folded.split(/[\s._-]+/).some((word) => word.startsWith(wanted))
}
