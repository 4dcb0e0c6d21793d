import { type Issue, matchPattern, parseQuery, type QueryTerm, type TranslationState } from '@dragoman/core'
import { type EditorFilter, listNamespaces, type Reader } from '@dragoman/store'

/** What a search line asks of the store, and what in it was not understood. */
export type SearchedFilter = { readonly filter: EditorFilter; readonly issues: readonly Issue[] }

/**
 * Turns a search line into a filter. Several states, namespaces, keys or tags mean any of them, as in a list of check boxes; all else must hold together.
 * Namespace patterns are resolved against the project's own.
 */
export async function filterOf(r: Reader, projectId: number, line: string | undefined): Promise<SearchedFilter> {
  const { terms, issues } = parseQuery(line ?? '')
  if (terms.length === 0) return { filter: {}, issues }
  const hasNamespace = terms.some((term) => term.kind === 'namespace')
  const namespaces = hasNamespace ? (await listNamespaces(r, projectId)).map((row) => row.name) : []
  return { filter: gather(terms, namespaces), issues }
}

type Lists = {
  states: TranslationState[]
  notStates: TranslationState[]
  namespaces: string[]
  notNamespaces: string[]
  tags: string[]
  notTags: string[]
  keyPatterns: string[]
  notKeyPatterns: string[]
  words: string[]
  notWords: string[]
}

function gather(terms: readonly QueryTerm[], known: readonly string[]): EditorFilter {
  const lists: Lists = {
    states: [],
    notStates: [],
    namespaces: [],
    notNamespaces: [],
    tags: [],
    notTags: [],
    keyPatterns: [],
    notKeyPatterns: [],
    words: [],
    notWords: [],
  }
  const flags: { failing?: boolean; outdated?: boolean; plural?: boolean; described?: boolean; limited?: boolean } = {}
  for (const term of terms) {
    const { isNegated } = term
    switch (term.kind) {
      case 'text':
        lists[isNegated ? 'notWords' : 'words'].push(term.text)
        break
      case 'state':
        lists[isNegated ? 'notStates' : 'states'].push(term.state)
        break
      case 'namespace':
        lists[isNegated ? 'notNamespaces' : 'namespaces'].push(...resolve(term.pattern, known))
        break
      case 'tag':
        lists[isNegated ? 'notTags' : 'tags'].push(term.pattern)
        break
      case 'key':
        lists[isNegated ? 'notKeyPatterns' : 'keyPatterns'].push(term.pattern)
        break
      case 'is':
        if (term.flag === 'empty') lists[isNegated ? 'notStates' : 'states'].push('untranslated')
        else flags[term.flag] = !isNegated
        break
      default:
        term satisfies never
    }
  }
  const used = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
  return { ...used, ...flags }
}

/** A pattern that fits no namespace stays as it is, so that nothing is found instead of everything. */
function resolve(pattern: string, known: readonly string[]): string[] {
  const found = known.filter((name) => matchPattern(pattern, name))
  return found.length > 0 ? found : [pattern]
}
