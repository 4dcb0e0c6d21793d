import type { LanguageLeft } from '@dragoman/contract'
import { namespacesFor, type Principal, type TextAction } from '@dragoman/core'
import {
  type Counts,
  countsByLanguage,
  countsByNamespace,
  openSuggestionCounts,
  type ProjectRow,
  type Reader,
  textsToReviewAgain,
} from '@dragoman/store'

type Place = { readonly tag: string; readonly namespace: string | null }
type Limit = ReadonlySet<string> | null

/**
 * Returns what is left in each language for someone: in the namespaces in which they work. Overview, Inbox, Review and
 * the proposals of what is next take their numbers from here, so that they agree.
 */
export async function leftIn(
  r: Reader,
  project: Pick<ProjectRow, 'id' | 'sourceLanguage'>,
  principal: Principal | null,
): Promise<ReadonlyMap<string, LanguageLeft>> {
  const totals = await countsByLanguage(r, project.id)
  const limits = [...totals.keys()].map((tag) => ({
    tag,
    write: limitFor(principal, ['translations.save', 'suggestions.add'], {
      projectId: project.id,
      language: tag,
    }),
    review: reviewLimit(principal, project.id, tag),
  }))
  const isLimited = limits.some(({ write, review }) => write !== null || review !== null)
  const counts: readonly (Place & Pick<Counts, 'untranslated' | 'failing' | 'outdated' | 'translated'>)[] =
    isLimited
      ? await countsByNamespace(r, project.id)
      : [...totals].map(([tag, count]) => ({ ...count, tag, namespace: null }))
  const open = await openSuggestionCounts(r, project.id)
  const again = await textsToReviewAgain(r, project.id)
  return new Map(
    limits.map(({ tag, write, review }) => {
      const own = within(counts, tag, write)
      const suggested = within(open, tag, review)
      const suggestions = sum(suggested, ({ strings }) => strings)
      const texts =
        sum(within(counts, tag, review), ({ translated }) => translated) -
        sum(suggested, ({ translated }) => translated) +
        sum(within(again, tag, review), ({ texts }) => texts)
      const left = {
        untranslated: sum(own, ({ untranslated }) => untranslated),
        failing: sum(own, ({ failing }) => failing),
        outdated: sum(own, ({ outdated }) => outdated),
        suggestions,
        // Texts in the source language are not reviewed, suggestions for them are.
        waiting: suggestions + (tag === project.sourceLanguage ? 0 : texts),
      }
      return [tag, left]
    }),
  )
}

/** Returns the namespaces in which someone reviews texts of a language; null: in all, or in none. */
export function reviewLimit(principal: Principal | null, projectId: number, language: string): Limit {
  return limitFor(principal, ['translations.review'], { projectId, language })
}

/** Returns the namespaces for the first of the actions that someone can do at all. */
function limitFor(
  principal: Principal | null,
  actions: readonly TextAction[],
  of: { readonly projectId: number; readonly language: string },
): Limit {
  for (const action of actions) {
    const limit = namespacesFor(principal, action, of)
    if (limit === null || limit.size > 0) return limit
  }
  return null
}

function within<Row extends Place>(rows: readonly Row[], language: string, limit: Limit): readonly Row[] {
  return rows.filter(
    ({ tag, namespace }) =>
      tag === language && (limit === null || (namespace !== null && limit.has(namespace))),
  )
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((all, row) => all + of(row), 0)
}
