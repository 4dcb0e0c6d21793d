import { Failure } from '@dragoman/contract'
import { explain, explainInLanguage, type OnText } from '@dragoman/core'
import { countImportedTexts, listLanguages } from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { presentTranslation } from '../present.ts'
import { approveItems, rejectItems } from './decide.ts'
import { REVIEW_IMPORTED } from './review-imported-job.ts'

/** What reviewers decide about texts, one by one or all imported ones. */
export function reviewDecisionHandlers({
  now,
  jobs,
}: Deps): Pick<Handlers['review'], 'approve' | 'reject' | 'imported' | 'approveImported'> {
  return {
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
        const dedupeKey = `review imported ${project.id} ${JSON.stringify([languages, namespace])}`
        return jobs.add(w, REVIEW_IMPORTED, {
          projectId: project.id,
          payload: { languages, namespace, operationId: null },
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
