import { translationRow } from '../rows.ts'
import { filterScope } from '../search/filter-scope.ts'
import { findMatches } from '../search/find-matches.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { EditorFilter, KeysRow, Page, PageRequest } from '../types.ts'
import { keyRowsById, languageIds, textsOf } from './editor-page.ts'

/**
 * Returns one page of the keys grid: keys with their texts in some languages. Languages that the project does
 * not have are left out.
 */
export async function keysPage(
  r: Reader,
  request: PageRequest & {
    readonly projectId: number
    readonly languages: readonly string[]
    /** The languages in which texts and states are searched, if not in all. */
    readonly searched?: readonly string[] | undefined
    readonly filter: EditorFilter
  },
): Promise<Page<KeysRow>> {
  const { projectId, filter, languages, searched = languages } = request
  const ids = await languageIds(r, projectId, languages)
  const shown = languages.flatMap((tag) => {
    const id = ids.get(tag)
    return id === undefined ? [] : [{ id, tag }]
  })
  const languageNumbers = shown.map((language) => language.id)
  const searchedNumbers = shown.flatMap(({ id, tag }) => (searched.includes(tag) ? [id] : []))
  const scope = await filterScope(r, {
    projectId,
    filter,
    textLanguages: searchedNumbers,
    stateLanguages: searchedNumbers,
  })
  const { ids: keyIds, ...page } = await findMatches(r, scope, { ...request, knownTotal: null })
  const keys = await keyRowsById(r, keyIds)
  const texts = await textsOf(r, keyIds, languageNumbers)
  const rows = keyIds.flatMap((id) => {
    const key = keys.get(id)
    if (!key) return []
    const translations = shown.flatMap((language) => {
      const text = texts.get(translationId(language.id, id))
      return text ? [translationRow(text, language.tag)] : []
    })
    return [{ key, translations }]
  })
  return { ...page, rows }
}
