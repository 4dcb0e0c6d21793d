import { matchPattern, TRANSLATION_STATES } from '@dragoman/core'
import { type ServedNamespaces, servedNamespaces } from '../areas/served.ts'
import { parseJson, sanitizeForStorage } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { EditorFilter } from '../types.ts'
import { type EditActors, editActors } from './edit-conditions.ts'
import { searchWords } from './search-text.ts'

/** A condition on when keys were served, with what is known about the namespaces. */
type ServedCondition = NonNullable<EditorFilter['served']>[number] & { readonly namespaces: ServedNamespaces }

/** Keys with at least one of these tags: their names, and for patterns all lists of tags that contain a matching one. */
export type TagMatch = {
  readonly names: readonly string[]
  /** As they are stored. */
  readonly lists: readonly string[]
}

/** A filter with its names looked up, from which the SQL conditions are built. */
export type FilterScope = {
  readonly projectId: number
  /** Languages whose texts are searched for words. */
  readonly textLanguages: readonly number[]
  /** Languages of which at least one must be in the requested states, and none in the excluded ones. */
  readonly stateLanguages: readonly number[]
  readonly filter: EditorFilter
  /** Folded; empty ones dropped. */
  readonly words: readonly string[]
  readonly notWords: readonly string[]
  /** Positions of namespaces, in order; null: any. */
  readonly within: readonly number[] | null
  readonly without: readonly number[]
  /** Null: any tags or none. */
  readonly tags: TagMatch | null
  readonly notTags: TagMatch | null
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
  const positions = (patterns: readonly string[]) =>
    namespaces
      .filter(({ name }) => patterns.some((pattern) => matchPattern(pattern, name)))
      .map(({ position }) => position)
  const asked = [...(filter.tags ?? []), ...(filter.notTags ?? [])]
  const lists = asked.some(isPattern) ? await r.limited((own) => listsOfTags(own, projectId)) : []
  return {
    ...request,
    filter: withStates(
      {
        ...filter,
        ...dedupePatterns('keyPatterns', filter),
        ...dedupePatterns('notKeyPatterns', filter),
      },
      request.stateLanguages.length,
    ),
    words: dropContainedWords(searchWords(filter.words ?? [])),
    notWords: searchWords(filter.notWords ?? []),
    within: filter.namespaces ? positions(filter.namespaces) : null,
    without: positions(filter.notNamespaces ?? []),
    tags: filter.tags ? tagMatch(filter.tags, lists) : null,
    notTags: filter.notTags && filter.notTags.length > 0 ? tagMatch(filter.notTags, lists) : null,
    edits: await editActors(r, projectId, filter),
    served: await Promise.all(
      (filter.served ?? []).map(async (asked) => ({
        ...asked,
        namespaces: await servedNamespaces(r, projectId, asked.since),
      })),
    ),
  }
}

/**
 * Converts excluded states to the remaining ones, because those have an index. Of several languages one has to be in
 * these, and none in the excluded ones.
 */
function withStates({ notStates, ...filter }: EditorFilter, languages: number): EditorFilter {
  if (notStates === undefined || notStates.length === 0) return filter
  return {
    ...filter,
    ...(languages > 1 ? { notStates } : {}),
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

/** The tags of a key, and how they are stored. */
type ListOfTags = { readonly tags: readonly string[]; readonly stored: string }

async function listsOfTags({ db }: Reader, projectId: number): Promise<readonly ListOfTags[]> {
  const rows = await db
    .selectFrom('key')
    .select('tags')
    .distinct()
    .where('project_id', '=', projectId)
    .where('tags', '<>', '[]')
    .execute()
  return rows.map(({ tags }) => ({ tags: parseJson<readonly string[]>(tags), stored: tags }))
}

/** A pattern can match thousands of tags, too many for a condition on each. */
function tagMatch(asked: readonly string[], lists: readonly ListOfTags[]): TagMatch {
  const patterns = asked.filter(isPattern)
  const found = lists.filter(({ tags }) =>
    tags.some((tag) => patterns.some((pattern) => matchPattern(pattern, tag))),
  )
  return {
    names: asked.filter((name) => !isPattern(name)),
    lists: found.map(({ stored }) => stored),
  }
}

function isPattern(text: string): boolean {
  return text.includes('*')
}
