import { Failure } from '@dragoman/contract'
import { explain, explainInLanguage, type OnText, parseQuery, printQuery } from '@dragoman/core'
import {
  countImportedTexts,
  countsByLanguage,
  type LanguageRow,
  listLanguages,
  type ProjectRow,
  type Reader,
  type ReviewFilter,
  reviewCounts,
  reviewPage,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { leftIn, reviewLimit } from '../left-in.ts'
import { presentActor, presentCounts, presentKey, presentSuggestion, presentTranslation } from '../present.ts'
import { approveItems, rejectItems } from './decide.ts'
import { REVIEW_IMPORTED, type ReviewImportedPayload } from './review-imported-job.ts'

const WORDS_MAX = 8

export function reviewHandlers({ now, jobs }: Deps): Handlers['review'] {
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
            suggestions: item.suggestions.map(presentSuggestion),
          })),
          next: page.next,
          lastPlace: page.lastPlace,
        }
      }),

    approve: ({ body, caller, write }) =>
      write(async (w, { project, language: { tag } }) => {
        const done = await approveItems(w, {
          project,
          language: tag,
          items: body.items,
          approveFailing: body.approveFailing === true,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        return {
          operation: done.operation,
          approved: done.approved.map(presentTranslation),
          refused: [...done.refused],
        }
      }),

    reject: ({ body, caller, write }) =>
      write(async (w, { project, language: { tag } }) => {
        const done = await rejectItems(w, {
          project,
          language: tag,
          items: body.items,
          reason: body.reason,
          proposed: body.proposed ?? null,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
        return { ...done, refused: [...done.refused] }
      }),

    imported: ({ read }) =>
      read(async (r, { project }) => {
        const targets = (await listLanguages(r, project.id)).filter(
          ({ tag }) => tag !== project.sourceLanguage,
        )
        const counts = await countImportedTexts(
          r,
          targets.map(({ id }) => id),
        )
        return { languages: targets.map(({ id, tag }) => ({ tag, count: counts.get(id) ?? 0 })) }
      }),

    async approveImported({ body, caller, write }) {
      const { languages, namespace = null } = body
      const startedBy = requireActor(caller)
      const job = await write(async (w, { project }) => {
        for (const language of languages) {
          const { tag } = await requireLanguage(w, project, language)
          requireReview(caller, { projectId: project.id, language: tag, namespace })
        }
        const payload: ReviewImportedPayload = { languages, namespace, operationId: null }
        const dedupeKey = `review imported ${project.id} ${JSON.stringify([languages, namespace])}`
        return jobs.add(w, {
          projectId: project.id,
          kind: REVIEW_IMPORTED,
          payload,
          unit: 'texts',
          startedBy,
          dedupeKey,
        })
      }, startedBy.id)
      return presentJob(job)
    },
  }
}

/** Throws `not-allowed` if the caller can review no text of the language, or none of the namespace. */
function requireReview({ actor }: Caller, on: Omit<OnText, 'on'>): void {
  const refusal =
    on.namespace === null
      ? explainInLanguage(actor, 'translations.review', on)
      : explain(actor, 'translations.review', { on: 'text', ...on })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
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
