import { fold, matchPattern } from '@dragoman/core'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../store.ts'
import type { EditorFilter, EditPeriod } from '../types.ts'

/** Names of those whose edits are asked for, as the operations have them; null: anybody. */
export type EditAuthors = {
  readonly authors: readonly string[] | null
  readonly notAuthors: readonly string[]
}

/** Operations whose authors are looked through; who wrote before them is found by the whole name. */
const LOOKED_AT = 50_000

/**
 * True where the filter asks who changed a text last, or when. Each row then needs a look at its operation.
 */
export function asksForEdits({ authors, notAuthors, changed }: EditorFilter): boolean {
  return [authors, notAuthors, changed].some((list) => list !== undefined && list.length > 0)
}

/**
 * Looks the patterns up among the names in the project. A pattern without `*` is the beginning of a name or
 * of a word in it.
 */
export async function editAuthors(
  { db }: Reader,
  projectId: number,
  { authors, notAuthors }: EditorFilter,
): Promise<EditAuthors> {
  if (authors === undefined && notAuthors === undefined) return { authors: null, notAuthors: [] }
  const recent = db
    .selectFrom('operation')
    .select('author')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
  const rows = await db.selectFrom(recent.as('recent')).select('author').distinct().execute()
  const fitting = (patterns: readonly string[]) => {
    const names = rows
      .map((row) => row.author)
      .filter((name) => patterns.some((pattern) => isNamed(name, pattern)))
    return [...new Set([...names, ...patterns])]
  }
  return { authors: authors === undefined ? null : fitting(authors), notAuthors: fitting(notAuthors ?? []) }
}

/** Conditions on who changed the translation last, and when. A text that nobody wrote fits none. */
export function editConditions(
  scope: { readonly filter: EditorFilter; readonly edits: EditAuthors },
  row: string,
): RawBuilder<SqlBool>[] {
  if (!asksForEdits(scope.filter)) return []
  const { authors, notAuthors } = scope.edits
  const wanted: RawBuilder<SqlBool>[] = [sql`o.id = ${sql.ref(`${row}.operation_id`)}`]
  if (authors !== null)
    wanted.push(authors.length === 0 ? sql`1 = 0` : sql`o.author in (${sql.join(authors)})`)
  if (notAuthors.length > 0) wanted.push(sql`o.author not in (${sql.join(notAuthors)})`)
  for (const period of scope.filter.changed ?? []) wanted.push(inPeriod(period))
  return [sql`exists (select 1 from operation o where ${sql.join(wanted, sql` and `)})`]
}

function inPeriod({ from, before, isOutside }: EditPeriod): RawBuilder<SqlBool> {
  const inside = sql<SqlBool>`(o.at >= ${from ?? ''} and o.at < ${before ?? '9999'})`
  return isOutside ? sql`not ${inside}` : inside
}

function isNamed(name: string, pattern: string): boolean {
  const folded = fold(name)
  const wanted = fold(pattern)
  if (wanted.includes('*')) return matchPattern(wanted, folded)
  return folded.startsWith(wanted) || folded.split(/[\s._-]+/).some((word) => word.startsWith(wanted))
}
