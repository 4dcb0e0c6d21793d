import {
  can,
  changedPeriod,
  type Issue,
  matchPattern,
  type Principal,
  parseQuery,
  type QueryTerm,
  servedPeriod,
  type TranslationState,
  UNSERVED,
} from '@dragoman/core'
import {
  type EditorFilter,
  type EditPeriod,
  listNamespaces,
  type ProjectRow,
  type Reader,
} from '@dragoman/store'
import { maySeeNames } from '../access/may-see-names.ts'
import { withAddresses } from './query-addresses.ts'

/** The filter for the store of a search line, and the parts that were not understood. */
export type SearchedFilter = { readonly filter: EditorFilter; readonly issues: readonly Issue[] }

type FilterFor = {
  /** Names of filters that the caller cannot use: they are searched for as text. */
  readonly membersOnly?: ReadonlySet<string>
  /** Whether the caller can read comments of members. */
  readonly readsComments?: boolean
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
  { membersOnly = new Set(), readsComments = true, now = new Date() }: FilterFor = {},
): Promise<SearchedFilter> {
  const query = parseQuery(line ?? '', membersOnly)
  if (query.terms.length === 0) return { filter: {}, issues: query.issues }
  const { terms, issues } = await withAddresses(r, projectId, line ?? '', query)
  const hasNamespace = terms.some((term) => term.kind === 'namespace')
  const namespaces = hasNamespace ? (await listNamespaces(r, projectId)).map((row) => row.name) : []
  const filter = gather(terms, namespaces, now)
  return { filter: readsComments ? filter : withoutComments(filter), issues }
}

/**
 * Returns what someone can search for. People who cannot see names must not find out who works here by
 * searching, nor what members discuss.
 */
export function filterFor(actor: Principal | null, project: ProjectRow): FilterFor {
  const readsComments = can(actor, 'history.read', { on: 'project', projectId: project.id })
  const membersOnly = [...(maySeeNames(actor, project) ? [] : ['by']), ...(readsComments ? [] : ['task'])]
  return { membersOnly: new Set(membersOnly), readsComments }
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
  tasks: number[]
  notTasks: number[]
  actors: string[]
  notActors: string[]
  changed: EditPeriod[]
  served: ServedFilter[]
}

type ServedFilter = NonNullable<EditorFilter['served']>[number]

function gather(terms: readonly QueryTerm[], known: readonly string[], now: Date): EditorFilter {
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
    tasks: [],
    notTasks: [],
    actors: [],
    notActors: [],
    changed: [],
    served: [],
  }
  const flags: {
    failing?: boolean
    outdated?: boolean
    plural?: boolean
    described?: boolean
    limited?: boolean
    unused?: boolean
    sourceless?: boolean
    hasComment?: boolean
    hasSuggestion?: boolean
  } = {}
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
        else if (term.flag === 'unserved') lists.served.push(...servedFilter(UNSERVED, term, now))
        else flags[term.flag] = !isNegated
        break
      case 'has':
        flags[term.what === 'comment' ? 'hasComment' : 'hasSuggestion'] = !isNegated
        break
      case 'task':
        lists[isNegated ? 'notTasks' : 'tasks'].push(term.id)
        break
      case 'actor':
        lists[isNegated ? 'notActors' : 'actors'].push(term.pattern)
        break
      case 'changed': {
        const period = changedPeriod(term.when, now)
        if (period !== null) lists.changed.push({ ...period, isOutside: isNegated })
        break
      }
      case 'served':
        lists.served.push(...servedFilter(term.when, term, now))
        break
      default:
        term satisfies never
    }
  }
  const used = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
  return { ...used, ...flags }
}

function servedFilter(
  when: string,
  { isNegated }: Pick<QueryTerm, 'isNegated'>,
  now: Date,
): readonly ServedFilter[] {
  const period = servedPeriod(when, now)
  return period === null ? [] : [{ ...period, isNegated }]
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
