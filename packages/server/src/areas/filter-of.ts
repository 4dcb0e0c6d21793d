import {
  can,
  changedPeriod,
  type Issue,
  matchPattern,
  type Principal,
  parseQuery,
  type QueryTerm,
  servedPeriod,
  UNSERVED,
} from '@dragoman/core'
import { type EditorFilter, listNamespaces, type ProjectRow, type Reader } from '@dragoman/store'
import { maySeeNames } from '../access/may-see-names.ts'
import { withAddresses } from './query-addresses.ts'

/** The filter for the store of a search line, and the parts that were not understood. */
export type SearchedFilter = { readonly filter: EditorFilter; readonly issues: readonly Issue[] }

type FilterFor = {
  /** Filters that the caller cannot use, or cannot use with a value: they are searched for as text. */
  readonly membersOnly?: ReadonlySet<string>
  /** Whether the caller can read comments of members. */
  readonly readsComments?: boolean
  /** Whether the path of a file means its strings. */
  readonly readsFiles?: boolean
  /** The end of periods such as `<7d`. */
  readonly now?: Date
}

/**
 * Turns a search line into a filter. Several states, namespaces, keys or tags mean any of them, as in a list
 * of checkboxes; all other conditions must be met. Namespace patterns are resolved against the project's own;
 * a pasted address (`ns:key`, a file, a delivered URL) means what it leads to.
 */
export async function filterOf(
  r: Reader,
  projectId: number,
  line: string | undefined,
  { membersOnly = new Set(), readsComments = true, readsFiles = true, now = new Date() }: FilterFor = {},
): Promise<SearchedFilter> {
  const query = parseQuery(line ?? '', membersOnly)
  if (query.terms.length === 0) return { filter: {}, issues: query.issues }
  const { terms, issues } = await withAddresses(r, { projectId, readsFiles }, line ?? '', query)
  const hasNamespace = terms.some((term) => term.kind === 'namespace')
  const namespaces = hasNamespace ? (await listNamespaces(r, projectId)).map((row) => row.name) : []
  const filter = gather(terms, namespaces, now)
  return { filter: readsComments ? filter : withoutComments(filter), issues }
}

/** Filters by what files, code and apps report. */
const OF_FILES = ['served', 'is:unserved', 'is:unused'] as const

/**
 * Returns what someone can search for. People who cannot see names must not find out who works here by
 * searching, nor what members discuss; people who cannot read files, which ones there are and what apps use.
 */
export function filterFor(actor: Principal | null, project: ProjectRow): FilterFor {
  const target = { on: 'project', projectId: project.id } as const
  const readsComments = can(actor, 'history.read', target)
  const readsFiles = can(actor, 'files.read', target)
  const membersOnly = [
    ...(maySeeNames(actor, project) ? [] : ['by']),
    ...(readsComments ? [] : ['task']),
    ...(readsFiles ? [] : OF_FILES),
  ]
  return { membersOnly: new Set(membersOnly), readsComments, readsFiles }
}

/** Returns the filter of several conditions: their lists are joined, and of two flags the last one counts. */
function gather(terms: readonly QueryTerm[], known: readonly string[], now: Date): EditorFilter {
  const joined: Record<string, unknown> = {}
  for (const term of terms)
    for (const [name, value] of Object.entries(conditionOf(term, known, now))) {
      const before = joined[name]
      joined[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
    }
  return joined // each name has the values that it has in the conditions
}

/** Returns the filter of one condition. */
function conditionOf(term: QueryTerm, known: readonly string[], now: Date): EditorFilter {
  const { isNegated } = term
  switch (term.kind) {
    case 'text':
      return isNegated ? { notWords: [term.text] } : { words: [term.text] }
    case 'state':
      return isNegated ? { notStates: [term.state] } : { states: [term.state] }
    case 'namespace': {
      const found = resolve(term.pattern, known)
      return isNegated ? { notNamespaces: found } : { namespaces: found }
    }
    case 'tag':
      return isNegated ? { notTags: [term.pattern] } : { tags: [term.pattern] }
    case 'key':
      return isNegated ? { notKeyPatterns: [term.pattern] } : { keyPatterns: [term.pattern] }
    case 'is':
      if (term.flag === 'empty')
        return isNegated ? { notStates: ['untranslated'] } : { states: ['untranslated'] }
      if (term.flag === 'unserved') return servedFilter(UNSERVED, isNegated, now)
      return { [term.flag]: !isNegated }
    case 'has':
      return { [term.what === 'comment' ? 'hasComment' : 'hasSuggestion']: !isNegated }
    case 'task':
      return isNegated ? { notTasks: [term.id] } : { tasks: [term.id] }
    case 'actor':
      return isNegated ? { notActors: [term.pattern] } : { actors: [term.pattern] }
    case 'changed': {
      const period = changedPeriod(term.when, now)
      return period === null ? {} : { changed: [{ ...period, isOutside: isNegated }] }
    }
    case 'served':
      return servedFilter(term.when, isNegated, now)
    default:
      return term satisfies never
  }
}

function servedFilter(when: string, isNegated: boolean, now: Date): EditorFilter {
  const period = servedPeriod(when, now)
  return period === null ? {} : { served: [{ ...period, isNegated }] }
}

/** People who cannot read comments find no strings with comments. */
function withoutComments({ hasComment, ...filter }: EditorFilter): EditorFilter {
  return hasComment === true ? { ...filter, states: [] } : filter
}

/** A pattern that matches no namespace stays as it is, so that nothing is found instead of everything. */
function resolve(pattern: string, known: readonly string[]): string[] {
  const found = known.filter((name) => matchPattern(pattern, name))
  return found.length > 0 ? found : [pattern]
}
