import { parseQuery, printQuery } from '@dragoman/core'
import {
  countsByLanguage,
  type LanguageRow,
  listLanguages,
  type ProjectRow,
  type Reader,
  type ReviewFilter,
  reviewCounts,
  reviewPage,
} from '@dragoman/store'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { leftIn, reviewLimit } from '../left-in.ts'
import {
  presentActor,
  presentCounts,
  presentKey,
  presentTranslation,
  suggestionPresenterFor,
} from '../present.ts'
import { reviewDecisionHandlers } from './decision-handlers.ts'

const WORDS_MAX = 8

export function reviewHandlers(deps: Deps): Handlers['review'] {
  return {
    languages: ({ actor, read }) =>
      read(async (r, { project }) => {
        const counts = await countsByLanguage(r, project.id)
        return {
          languages: [...(await leftIn(r, project, actor))].flatMap(([tag, left]) => {
            const count = counts.get(tag)
            const isSource = tag === project.sourceLanguage
            if (count === undefined || (isSource && left.suggestions === 0)) return []
            return [{ tag, left, counts: presentCounts(count) }]
          }),
        }
      }),

    counts: ({ actor, read }) =>
      read(async (r, { project, language: { id, tag } }) => {
        const counts = await reviewCounts(r, {
          languageId: id,
          isSource: tag === project.sourceLanguage,
          namespaces: reviewLimit(actor, project.id, tag) ?? undefined,
        })
        return {
          kinds: { ...counts.kinds },
          authors: counts.authors.map(({ actor, count }) => ({ actor: presentActor(actor), count })),
          atLeast: counts.atLeast,
        }
      }),

    page: ({ params, query, actor, read }) =>
      read(async (r, { project }) => {
        const { language, source } = await languagesOf(r, project, params.language)
        const page = await reviewPage(r, {
          language,
          source,
          filter: {
            kind: query.kind ?? null,
            author: query.author ?? null,
            task: query.task ?? null,
            namespaces: reviewLimit(actor, project.id, language.tag) ?? undefined,
            ...searchOf(query.q ?? ''),
          },
          order: query.order,
          limit: query.limit,
          ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        })
        return {
          items: page.items.map(({ on, kind, place, key, before, sourceBefore, ...item }) => ({
            on,
            kind,
            place,
            key: presentKey(key),
            source: presentTranslation(item.source),
            target: presentTranslation(item.target),
            before: before && { forms: before.forms, state: before.state },
            sourceBefore,
            suggestions: item.suggestions.map(suggestionPresenterFor(actor, project)),
          })),
          next: page.next,
          lastPlace: page.lastPlace,
        }
      }),

    ...reviewDecisionHandlers(deps),
  }
}

async function languagesOf(
  r: Reader,
  project: ProjectRow,
  tag: string,
): Promise<{ readonly language: LanguageRow; readonly source: LanguageRow }> {
  const language = await requireLanguage(r, project, tag)
  const source = (await listLanguages(r, project.id)).find((row) => row.tag === project.sourceLanguage)
  if (source === undefined) throw new Error(`project ${project.id} has no row for its source language`)
  return { language, source }
}

/**
 * Reads a search line: words, `"words in this order"`, and `is:failing` or its negation. Other conditions are
 * searched for as they are written.
 */
function searchOf(line: string): Pick<ReviewFilter, 'words' | 'failing'> {
  const { terms } = parseQuery(line)
  const words = terms.flatMap((term) => {
    if (term.kind === 'is' && term.flag === 'failing') return []
    return term.kind === 'text' && !term.isNegated ? [term.text] : [printQuery({ terms: [term] })]
  })
  const failing = terms.find((term) => term.kind === 'is' && term.flag === 'failing')
  return { words: words.slice(0, WORDS_MAX), failing: failing === undefined ? null : !failing.isNegated }
}
