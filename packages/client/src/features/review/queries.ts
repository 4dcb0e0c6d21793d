import { api, type ChosenItem, type ReviewItemReply } from '@dragoman/contract'
import type { Forms, ReviewKind } from '@dragoman/core'
import type { Reason } from '../../components/RejectDialog.tsx'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { queryOf } from '../../lib/server/query-of.ts'

const PAGE = 50

export type ReviewFilter = {
  readonly kind?: ReviewKind
  /** Id of the author, or the name of one without id. */
  readonly author?: string
  /** Words to find in the queue. */
  readonly q?: string
  /** Only strings of this task. */
  readonly task?: number
  readonly order: 'oldest' | 'newest'
}

/** What is waiting for review. */
export const reviewQueries = {
  languages: (project: string) =>
    queryOf(projectKey(project, 'review', 'languages'), api.review.languages, { params: { project } }),
  counts: (project: string, language: string) =>
    queryOf(projectKey(project, 'review', 'counts', language), api.review.counts, {
      params: { project, language },
    }),
  page: (project: string, language: string, filter: ReviewFilter) =>
    pagesOf(projectKey(project, 'review', 'page', language, JSON.stringify(filter)), (from, signal) =>
      call(api.review.page, {
        params: { project, language },
        query: { limit: PAGE, ...filter, ...from },
        signal,
      }),
    ),
}

export const reviewMutations = {
  approve: (project: string, language: string, items: ChosenItem[], approveFailing: boolean) =>
    call(api.review.approve, { params: { project, language }, body: { items, approveFailing } }),
  reject: (
    project: string,
    language: string,
    items: ChosenItem[],
    { reason, proposed }: { readonly reason: Reason; readonly proposed: Forms | null },
  ) =>
    call(api.review.reject, {
      params: { project, language },
      body: { items, reason, ...(proposed === null ? {} : { proposed }) },
    }),
  vote: (project: string, suggestion: number, isFor: boolean) =>
    call(api.suggestions.vote, { params: { project, suggestion }, body: { isFor } }),
  /** Saves another wording of a text. */
  save: (
    project: string,
    { key, source, target }: Pick<ReviewItemReply, 'key' | 'source' | 'target'>,
    {
      forms,
      isReviewed,
      approveFailing,
    }: { readonly forms: Forms; readonly isReviewed: boolean; readonly approveFailing: boolean },
  ) =>
    call(api.translations.save, {
      params: { project, key: key.id, language: target.language },
      body: {
        forms,
        baseVersion: target.version,
        sourceVersion: source.version,
        ...(isReviewed ? { state: 'reviewed' as const, approveFailing } : {}),
      },
    }),
}
