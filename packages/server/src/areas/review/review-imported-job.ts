import type { JobResult } from '@dragoman/contract'
import {
  countImportedTexts,
  importedTexts,
  type JobRow,
  listLanguages,
  operationById,
  projectById,
  type Writer,
} from '@dragoman/store'
import { cancellerOf, starterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../../jobs/job-kind.ts'
import { openPace } from '../../jobs/pace.ts'
import { undoInSteps } from '../../jobs/undo-in-steps.ts'
import { approveItems } from './decide.ts'

export const REVIEW_IMPORTED = 'review-imported'

export type ReviewImportedPayload = {
  /** Codes of languages; null: all but the source language. */
  readonly languages: readonly string[] | null
  /** Only texts of this namespace; null: all. */
  readonly namespace: string | null
  /** Only texts of this operation; null: whatever came from files. */
  readonly operationId: number | null
}

type Cursor = {
  /** Index of the language, and the key up to which its texts were read. */
  readonly language: number
  readonly after: number
  readonly left: number
  /** The operation that undoes it, once that was requested. */
  readonly undo: number | null
  readonly undoing: boolean
}

const START: Cursor = { language: 0, after: 0, left: 0, undo: null, undoing: false }

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
    const payload: ReviewImportedPayload = { languages: null, namespace: null, operationId }
    await jobs.add(w, {
      projectId,
      kind: REVIEW_IMPORTED,
      payload,
      unit: 'texts',
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
    kind: REVIEW_IMPORTED,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => openRun(deps, context).run(),
  }
}

function openRun({ store, now, lastRequestMs }: ReviewDeps, context: JobContext) {
  const { job, step, report, signal, cancelRequested } = context
  const { projectId } = job
  const { languages, namespace, operationId: from } = job.payload as ReviewImportedPayload // written above
  const pace = openPace(lastRequestMs)
  let cursor = (job.cursor ?? START) as Cursor // written below
  let operationId = job.operationId
  let done = job.done

  async function run(): Promise<JobEnd> {
    if (cursor.undoing) return takenBack()
    const chosen = await targets()
    if (job.cursor === null) {
      const counts = await store.read((r) =>
        countImportedTexts(
          r,
          chosen.map(({ id }) => id),
          { namespace, operationId: from },
        ),
      )
      report({ total: [...counts.values()].reduce((sum, count) => sum + count, 0) })
    }
    for (let language = chosen[cursor.language]; language !== undefined; language = chosen[cursor.language]) {
      signal.throwIfAborted()
      if (cancelRequested() === 'undo') return takenBack()
      if (cancelRequested() === 'keep') return { state: 'cancelled', result: await resultOf() }
      await advance(language)
    }
    return { state: 'done', result: await resultOf() }
  }

  /** Languages in a stable order: the cursor names their places. */
  async function targets() {
    return store.read(async (r) => {
      const project = await projectById(r, projectId)
      const all = await listLanguages(r, projectId)
      return all
        .filter(({ tag }) => tag !== project?.sourceLanguage && (languages?.includes(tag) ?? true))
        .sort((one, other) => one.id - other.id)
    })
  }

  async function advance({
    id: languageId,
    tag,
  }: {
    readonly id: number
    readonly tag: string
  }): Promise<void> {
    let ms = 0
    const noted = await step(async (w) => {
      const startMs = performance.now()
      const written = await reviewSome(w, { languageId, tag })
      ms = performance.now() - startMs
      const next: Cursor = {
        ...cursor,
        ...(written.last === null ? { language: cursor.language + 1, after: 0 } : { after: written.last }),
        left: cursor.left + written.left,
      }
      return {
        next,
        cursor: next,
        done: done + written.texts,
        detail: tag,
        ...(written.operationId === null ? {} : { operationId: written.operationId }),
      }
    })
    cursor = noted.next
    done = noted.done
    operationId = noted.operationId ?? operationId
    pace.took(ms)
    await pace.rest()
  }

  async function reviewSome(w: Writer, { languageId, tag }: { languageId: number; tag: string }) {
    const nothing = { texts: 0, left: 0, last: null, operationId: null }
    const project = await projectById(w, projectId)
    if (project === null) return nothing
    const found = await importedTexts(w, {
      languageId,
      after: cursor.after,
      limit: pace.size(),
      namespace,
      operationId: from,
    })
    const last = found.at(-1)?.keyId ?? null
    if (last === null) return nothing
    const { approved, refused, operation } = await approveItems(w, {
      project,
      language: tag,
      items: found.map(({ keyId, version }) => ({ on: 'text', keyId, baseVersion: version })),
      approveFailing: false,
      by: await starterOf(w, job),
      at: now().toISOString(),
      ...(operationId === null ? {} : { continues: operationId }),
    })
    return {
      texts: approved.length + refused.length,
      left: refused.length,
      last,
      operationId: operation?.id ?? null,
    }
  }

  async function takenBack(): Promise<JobEnd> {
    if (operationId !== null) {
      report({ detail: null })
      await undoInSteps(context, {
        pace,
        request: { projectId, operationId, at: now().toISOString() },
        by: (w) => cancellerOf(w, job),
        undoId: cursor.undo,
        cursorFor: (id) => ({ ...cursor, undo: id, undoing: true }),
      })
    }
    return { state: 'cancelled' }
  }

  async function resultOf(): Promise<JobResult> {
    const id = operationId
    const operation = id === null ? null : await store.read((r) => operationById(r, projectId, id))
    const translations = operation?.summary.translations ?? 0
    return { files: 0, keysAdded: 0, translations, languagesAdded: [], keptNewer: 0, left: cursor.left }
  }

  return { run }
}
