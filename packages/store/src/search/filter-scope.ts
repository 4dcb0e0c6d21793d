import { matchPattern, TRANSLATION_STATES } from '@dragoman/core'
import { type ServedNamespaces, servedNamespaces } from '../areas/served.ts'
import { parseJson, sanitizeForStorage } from '../rows.ts'
import type { Reader } from '../store.ts'
import { positionRange } from '../tables.ts'
import type { EditorFilter } from '../types.ts'
import { type EditActors, editActors } from './edit-conditions.ts'
import { searchWords } from './search-text.ts'

/** A condition on when keys were served, with what is known about the namespaces. */
type ServedCondition = NonNullable<EditorFilter['served']>[number] & { readonly namespaces: ServedNamespaces }

/** A filter with its names looked up, from which the SQL conditions are built. */
export type FilterScope = {
  readonly projectId: number
  /** Languages whose texts are searched for words. */
  readonly textLanguages: readonly number[]
  /** Languages of which at least one must be in the requested states. */
  readonly stateLanguages: readonly number[]
  readonly filter: EditorFilter
  /** Folded; empty ones dropped. */
  readonly words: readonly string[]
  readonly notWords: readonly string[]
  /** Ranges of positions, one per namespace; null: any. */
  readonly within: readonly (readonly [number, number])[] | null
  readonly without: readonly (readonly [number, number])[]
  /** Tags of which at least one must be present; null: any or none. */
  readonly tags: readonly string[] | null
  readonly notTags: readonly string[]
  readonly edits: EditActors
  readonly served: readonly ServedCondition[]
}

export async function filterScope(
  r: Reader,
  request: Pick<FilterScope, 'projectId' | 'textLanguages' | 'stateLanguages' | 'filter'>,
): Promise<FilterScope> {
  const { filter, projectId } = request
  const namespaces =
    filter.namespaces || filter.notNamespaces
      ? await r.db
          .selectFrom('namespace')
          .select(['name', 'position'])
          .where('project_id', '=', projectId)
          .orderBy('position')
          .execute()
      : []
  const ranges = (patterns: readonly string[]) =>
    namespaces
      .filter(({ name }) => patterns.some((pattern) => matchPattern(pattern, name)))
      .map(({ position }) => positionRange(position))
  const patterns = [...(filter.tags ?? []), ...(filter.notTags ?? [])]
  const known = patterns.some((pattern) => pattern.includes('*'))
    ? await r.limited((own) => knownTags(own, projectId))
    : patterns
  const fitting = (pattern: string) => known.filter((tag) => matchPattern(pattern, tag))
  return {
    ...request,
    filter: withStates({
      ...filter,
      ...dedupePatterns('keyPatterns', filter),
      ...dedupePatterns('notKeyPatterns', filter),
    }),
    words: dropContainedWords(searchWords(filter.words ?? [])),
    notWords: searchWords(filter.notWords ?? []),
    within: filter.namespaces ? ranges(filter.namespaces) : null,
    without: ranges(filter.notNamespaces ?? []),
    tags: filter.tags ? filter.tags.flatMap(fitting) : null,
    notTags: (filter.notTags ?? []).flatMap(fitting),
    edits: await editActors(r, projectId, filter),
    served: await Promise.all(
      (filter.served ?? []).map(async (asked) => ({
        ...asked,
        namespaces: await servedNamespaces(r, projectId, asked.since),
      })),
    ),
  }
}

/** Converts excluded states to the remaining ones, because those have an index. */
function withStates({ notStates, ...filter }: EditorFilter): EditorFilter {
  if (notStates === undefined || notStates.length === 0) return filter
  return {
    ...filter,
    states: (filter.states ?? TRANSLATION_STATES).filter((state) => !notStates.includes(state)),
  }
}

/** Drops words that are part of another: a text with that one contains them too. */
function dropContainedWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

function dedupePatterns(name: 'keyPatterns' | 'notKeyPatterns', filter: EditorFilter): EditorFilter {
  const patterns = filter[name]
  return patterns ? { [name]: [...new Set(patterns.map(sanitizeForStorage))] } : {}
}

async function knownTags({ db }: Reader, projectId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('key')
    .select('tags')
    .distinct()
    .where('project_id', '=', projectId)
    .where('tags', '<>', '[]')
    .execute()
  return [...new Set(rows.flatMap((row) => parseJson<readonly string[]>(row.tags)))]
}
