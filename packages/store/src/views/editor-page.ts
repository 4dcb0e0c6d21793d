import { sql } from 'kysely'
import { countsOf } from '../areas/counts.ts'
import { keyRow, keyRows, type TextColumns, textRows, translationRow } from '../rows.ts'
import { filterScope } from '../search/filter-scope.ts'
import { countMatches, findMatches, namespacesOfMatches } from '../search/find-matches.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { EditorFilter, EditorRow, KeyRow, Page, PageRequest } from '../types.ts'

const EMPTY = { rows: [], offset: 0, next: null, total: { count: 0, atLeast: false } }

/** Returns one page of the editor's list; empty if the project has no such language. */
export async function editorPage(
  r: Reader,
  request: PageRequest & EditorSearch & { readonly around?: number },
): Promise<Page<EditorRow>> {
  const found = await searchIn(r, request)
  if (found === null) return EMPTY
  const { scope, source, target } = found
  const { ids: keyIds, ...page } = await findMatches(r, scope, {
    ...request,
    knownTotal: await knownTotal(r, request),
  })
  return { ...page, rows: await rowsOf(r, keyIds, { ...request, source, target }) }
}

/** Returns the names of the namespaces of the first strings that a search in the editor finds, at most `limit` strings. */
export async function namespacesFound(
  r: Reader,
  request: EditorSearch & { readonly limit: number },
): Promise<readonly string[]> {
  const found = await searchIn(r, request)
  return found === null ? [] : namespacesOfMatches(r, found.scope, request.limit)
}

/** Returns how many strings a search in the editor finds, null if there are more than `limit`. */
export async function countFound(
  r: Reader,
  request: EditorSearch & { readonly limit: number },
): Promise<number | null> {
  const found = await searchIn(r, request)
  if (found === null) return 0
  const known = await knownTotal(r, request)
  if (known === null) return countMatches(r, found.scope, request.limit)
  return known > request.limit ? null : known
}

type EditorSearch = EditorLanguages & { readonly projectId: number; readonly filter: EditorFilter }

/** Returns where a search looks, and the ids of source and language; null if the project does not have them. */
async function searchIn(r: Reader, { projectId, filter, sourceLanguage, language }: EditorSearch) {
  const ids = await languageIds(r, projectId, [sourceLanguage, language])
  const source = ids.get(sourceLanguage)
  const target = ids.get(language)
  if (source === undefined || target === undefined) return null
  const textLanguages = [...new Set([source, target])]
  const scope = await filterScope(r, { projectId, filter, textLanguages, stateLanguages: [target] })
  return { scope, source, target }
}

type EditorLanguages = { readonly sourceLanguage: string; readonly language: string }

/** Returns the editor's rows of keys of a project, in the order of the keys. Keys that do not exist are left out. */
export async function editorRows(
  r: Reader,
  request: EditorLanguages & { readonly projectId: number; readonly keyIds: readonly number[] },
): Promise<readonly EditorRow[]> {
  const ids = await languageIds(r, request.projectId, [request.sourceLanguage, request.language])
  const source = ids.get(request.sourceLanguage)
  const target = ids.get(request.language)
  if (source === undefined || target === undefined) return []
  // A key of another project has no text in the languages of this one.
  return rowsOf(r, request.keyIds, { ...request, source, target })
}

async function rowsOf(
  r: Reader,
  keyIds: readonly number[],
  {
    source,
    target,
    sourceLanguage,
    language,
  }: EditorLanguages & { readonly source: number; readonly target: number },
): Promise<readonly EditorRow[]> {
  const keys = await keyRowsById(r, keyIds)
  const texts = await textsOf(r, keyIds, [source, target])
  return keyIds.flatMap((id) => {
    const key = keys.get(id)
    const from = texts.get(translationId(source, id))
    const to = texts.get(translationId(target, id))
    if (!key || !from || !to) return []
    return [{ key, source: translationRow(from, sourceLanguage), target: translationRow(to, language) }]
  })
}

/**
 * Returns how many match, from the counts, if the filter has at most one condition other than namespaces; null
 * otherwise.
 */
async function knownTotal(
  r: Reader,
  request: { readonly projectId: number; readonly language: string; readonly filter: EditorFilter },
): Promise<number | null> {
  const { states, failing, outdated, namespaces, ...others } = request.filter
  if (
    Object.values(others).some(
      (value) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    )
  )
    return null
  const flags = [states, failing, outdated].filter((flag) => flag !== undefined)
  if (flags.length > 1 || namespaces?.some((pattern) => pattern.includes('*'))) return null
  const counts = await countsOf(r, request.projectId, request.language, namespaces)
  const all = counts.total + counts.sourceless
  if (failing !== undefined) return failing ? counts.failing : all - counts.failing
  if (outdated !== undefined) return outdated ? counts.outdated : all - counts.outdated
  if (!states) return all
  return [...new Set(states)].reduce((sum, state) => sum + counts[state], 0)
}

export async function languageIds(
  { db }: Reader,
  projectId: number,
  tags: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (tags.length === 0) return new Map()
  const rows = await db
    .selectFrom('language')
    .select(['id', 'tag'])
    .where('project_id', '=', projectId)
    .where('tag', 'in', tags)
    .execute()
  return new Map(rows.map((row) => [row.tag, row.id]))
}

export async function keyRowsById(
  { db, dialect }: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KeyRow>> {
  const rows = await keyRows(db)
    .where(dialect.inIds(sql.ref('k.id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, keyRow(row)]))
}

export async function textsOf(
  { db, dialect }: Reader,
  keyIds: readonly number[],
  languages: readonly number[],
): Promise<ReadonlyMap<number, TextColumns>> {
  const ids = [...new Set(languages)].flatMap((language) => keyIds.map((id) => translationId(language, id)))
  const rows = await textRows(db)
    .where(dialect.inIds(sql.ref('translation.id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
