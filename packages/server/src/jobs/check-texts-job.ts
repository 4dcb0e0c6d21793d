import type { Actor } from '@dragoman/core'
import {
  cancelJob,
  checkSyntaxAgain,
  countKeys,
  type JobRow,
  openJobs,
  projectById,
  setSyntax,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from './job-kind.ts'
import { type JobType, jobType } from './job-type.ts'
import { openPace } from './pace.ts'

/** The previous message syntax of the project, and the new one. */
type CheckPayload = {
  readonly from: string
  readonly to: string
  /** Whether all texts had been checked in the previous syntax. */
  readonly wereChecked: boolean
}

const CHECK_TEXTS: JobType<'check-texts', CheckPayload> = jobType('check-texts')

type Cursor = {
  /** Texts of keys up to this one are checked. */
  readonly after: number
  /** Null: all keys. */
  readonly upTo: number | null
  /** Whether the project has its previous syntax again. */
  readonly isBack: boolean
}

/** Reading texts creates garbage, so some steps take longer to collect it. */
const STEP_MS = 15

const START: Cursor = { after: 0, upTo: null, isBack: false }

/**
 * Changes the message syntax of a project; after the commit a job checks its texts again. Null if the project
 * already has that syntax.
 */
export async function changeSyntax(
  w: Writer,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  {
    projectId,
    syntax,
    startedBy,
  }: { readonly projectId: number; readonly syntax: string; readonly startedBy: Actor },
): Promise<JobRow | null> {
  const from = await setSyntax(w, projectId, syntax)
  if (from === null) return null
  const before = (await openJobs(w, CHECK_TEXTS.kind)).filter((job) => job.projectId === projectId)
  for (const { id } of before) await cancelJob(w, id, { how: 'keep', by: startedBy, at: now().toISOString() })
  const payload = { from, to: syntax, wereChecked: before.length === 0 }
  return jobs.add(w, CHECK_TEXTS, { projectId, payload, startedBy })
}

/**
 * Checks the texts of a project in its new message syntax. If cancelled, restores the previous syntax. Ends
 * if the syntax was changed again, because another job then checks the texts.
 */
export function checkTextsJob(deps: Pick<Deps, 'store' | 'lastRequestMs'>): JobKind<'check-texts'> {
  return {
    kind: CHECK_TEXTS.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runCheck(deps, context),
  }
}

async function runCheck(
  { store, lastRequestMs }: Pick<Deps, 'store' | 'lastRequestMs'>,
  { job, step, report, signal, cancelRequested }: JobContext,
): Promise<JobEnd> {
  const { projectId } = job
  const { from, to, wereChecked } = CHECK_TEXTS.payloadOf(job)
  const pace = openPace(lastRequestMs, STEP_MS)
  let cursor = (job.cursor ?? START) as Cursor // written below
  let { done } = job
  report({ total: await store.read((r) => countKeys(r, projectId)) })
  for (;;) {
    signal.throwIfAborted()
    if (cancelRequested() === 'keep') return { state: 'cancelled' }
    if (cancelRequested() === 'undo' && !cursor.isBack) {
      const next = { after: 0, upTo: wereChecked ? cursor.after : null, isBack: true }
      await step(async (w) => {
        await w.dialect.lockProject(w.db, projectId)
        if ((await projectById(w, projectId))?.syntax === to) await setSyntax(w, projectId, from)
        return { cursor: next }
      })
      cursor = next
    }
    const { after, upTo, isBack } = cursor
    const limit = pace.size()
    let ms = 0
    const { checked } = await step(async (w) => {
      const fromMs = performance.now()
      const checked = await checkSyntaxAgain(w, {
        projectId,
        syntax: isBack ? from : to,
        after,
        upTo,
        limit,
      })
      ms = performance.now() - fromMs
      if (checked === null) return { checked }
      // While going back, progress decreases.
      const doneNow = isBack ? Math.max(0, done - checked.keys) : done + checked.keys
      return { checked, done: doneNow, cursor: { ...cursor, after: checked.last } }
    })
    if (checked === null) return { state: isBack ? 'cancelled' : 'done' }
    cursor = { ...cursor, after: checked.last }
    done = isBack ? Math.max(0, done - checked.keys) : done + checked.keys
    pace.took(ms)
    await pace.rest()
  }
}
