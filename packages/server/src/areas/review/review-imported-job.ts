import {
  countImportedTexts,
  importedTexts,
  type JobRow,
  type LanguageRow,
  listLanguages,
  projectById,
  type Writer,
} from '@dragoman/store'
import { starterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../../jobs/job-kind.ts'
import { type JobOperation, openJobOperation } from '../../jobs/job-operation.ts'
import { type JobType, jobType } from '../../jobs/job-type.ts'
import { approveItems } from './decide.ts'

type ReviewImportedPayload = {
  /** Codes of languages; null: all but the source language. */
  readonly languages: readonly string[] | null
  /** Only texts of this namespace; null: all. */
  readonly namespace: string | null
  /** Only texts of this operation; null: whatever came from files. */
  readonly operationId: number | null
}

export const REVIEW_IMPORTED: JobType<'review-imported', ReviewImportedPayload> = jobType('review-imported')

type Cursor = {
  /** Index of the language, and the key up to which its texts were read. */
  readonly language: number
  readonly after: number
  readonly left: number
}

const START: Cursor = { language: 0, after: 0, left: 0 }

type ReviewDeps = Pick<Deps, 'store' | 'now' | 'lastRequestMs'>

/**
 * Adds the job that counts what another job has read from files as reviewed, in the transaction that ends its
 * work. Adding it again, after a crash, does nothing while the first one is open.
 */
export function reviewAfter(
  w: Writer,
  jobs: Deps['jobs'],
  { id, startedBy, startedWithToken, projectId }: JobRow,
) {
  return async (operationId: number | null): Promise<void> => {
    if (operationId === null) return
    await jobs.add(w, REVIEW_IMPORTED, {
      projectId,
      payload: { languages: null, namespace: null, operationId },
      startedBy: {
        ...startedBy,
        ...(startedWithToken === null ? {} : { token: { tokenId: startedWithToken } }),
      },
      dedupeKey: `review after job ${id}`,
    })
  }
}

/**
 * Counts translations from files as reviewed, as one operation in short transactions. What fails a check, or cannot
 * be reviewed by who started it, is left as it is and counted.
 */
export function reviewImportedJob(deps: ReviewDeps): JobKind<'review-imported'> {
  return {
    kind: REVIEW_IMPORTED.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runReview(deps, context),
  }
}

async function runReview(deps: ReviewDeps, context: JobContext): Promise<JobEnd> {
  const { store } = deps
  const { job, report, signal, cancelRequested } = context
  const { projectId } = job
  const { languages, namespace, operationId } = REVIEW_IMPORTED.payloadOf(job)
  const operation = openJobOperation(deps, context, START)
  if (operation.isUndoing()) return operation.takeBack()
  // In a stable order: the cursor names their places.
  const chosen = await store.read(async (r) => {
    const project = await projectById(r, projectId)
    return (await listLanguages(r, projectId))
      .filter(({ tag }) => tag !== project?.sourceLanguage && (languages?.includes(tag) ?? true))
      .sort((one, other) => one.id - other.id)
  })
  if (job.cursor === null) {
    const ids = chosen.map(({ id }) => id)
    const counts = await store.read((r) => countImportedTexts(r, ids, { namespace, operationId }))
    report({ total: [...counts.values()].reduce((sum, count) => sum + count, 0) })
  }
  let { done } = job
  for (;;) {
    const { language: index, left } = operation.cursor()
    const language = chosen[index]
    if (language === undefined) return { state: 'done', result: await operation.result({ left }) }
    signal.throwIfAborted()
    if (cancelRequested() === 'undo') return operation.takeBack()
    if (cancelRequested() === 'keep') return { state: 'cancelled', result: await operation.result({ left }) }
    const written = await operation.write((w) => reviewSome(w, deps, { job, operation, language, done }))
    done = written.progress.done
  }
}

type SomeTexts = {
  readonly job: JobRow
  readonly operation: JobOperation<Cursor>
  readonly language: LanguageRow
  readonly done: number
}

/** Reviews some more texts of a language, or continues with the next one. */
async function reviewSome(
  w: Writer,
  { now }: Pick<ReviewDeps, 'now'>,
  { job, operation, language: { id: languageId, tag }, done }: SomeTexts,
) {
  const { namespace, operationId: from } = REVIEW_IMPORTED.payloadOf(job)
  const cursor = operation.cursor()
  const project = await projectById(w, job.projectId)
  const found =
    project === null
      ? []
      : await importedTexts(w, {
          languageId,
          after: cursor.after,
          limit: operation.size(),
          namespace,
          operationId: from,
        })
  const last = found.at(-1)
  if (project === null || last === undefined)
    return {
      operationId: 0,
      cursor: { ...cursor, language: cursor.language + 1, after: 0 },
      progress: { done, detail: tag },
    }
  const continues = operation.id()
  const reviewed = await approveItems(w, {
    project,
    language: tag,
    items: found.map(({ keyId, version }) => ({ on: 'text', keyId, baseVersion: version })),
    approveFailing: false,
    by: await starterOf(w, job),
    at: now().toISOString(),
    ...(continues === null ? {} : { continues }),
  })
  return {
    operationId: reviewed.operation?.id ?? 0,
    cursor: { ...cursor, after: last.keyId, left: cursor.left + reviewed.refused.length },
    progress: { done: done + reviewed.approved.length + reviewed.refused.length, detail: tag },
  }
}
