import { Failure, isJobKind, JOB_KINDS, JOBS } from '@dragoman/contract'
import { type JobRow, jobById, listJobs, type ProjectRow, type Reader } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { explainAction, type Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'

/** Jobs that ended earlier are history; the activity shows what they did. */
const SHOWN_FOR_MS = 24 * 60 * 60_000
const LISTED = 100

export function jobsHandlers({ now, jobs }: Deps): Handlers['jobs'] {
  return {
    list: ({ read }) =>
      read(async (r, { project }) => {
        const endedSince = new Date(now().getTime() - SHOWN_FOR_MS).toISOString()
        const rows = await listJobs(r, { projectId: project.id, endedSince, kinds: JOB_KINDS, limit: LISTED })
        return { jobs: rows.map(presentJob) }
      }),

    get: ({ params, read }) =>
      read(async (r, { project }) => presentJob(await jobOf(r, project, params.job))),

    async cancel({ params, body, caller, read }) {
      const job = await read((r, { project }) => jobOf(r, project, params.job))
      requireAllowed(caller, job)
      return presentJob(
        (await jobs.cancel(caller.write, job.id, body.keep ? 'keep' : 'undo', requireActor(caller))) ?? job,
      )
    },

    async rerun({ params, caller, read }) {
      const job = await read((r, { project }) => jobOf(r, project, params.job))
      requireAllowed(caller, job)
      return presentJob((await jobs.rerun(caller, job)) ?? job)
    },
  }
}

/**
 * Throws `not-allowed` if someone cannot do what the job does, or if it is someone else's and they cannot undo
 * what others did. A job can concern any language, so a token for some of them cannot.
 */
function requireAllowed({ actor }: Caller, { kind, projectId, startedBy }: JobRow): void {
  if (!isJobKind(kind)) throw new Failure('not-found', { what: 'job' })
  const isOwn = startedBy.id === actor?.id
  const refusal =
    (actor?.token?.languages ? 'token-language' : null) ??
    explainAction(actor, JOBS[kind].action, projectId) ??
    (isOwn ? null : explainAction(actor, 'operations.undo-any', projectId))
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}

async function jobOf(r: Reader, project: ProjectRow, id: number): Promise<JobRow> {
  const job = await jobById(r, id)
  if (job === null || job.projectId !== project.id || !isJobKind(job.kind))
    throw new Failure('not-found', { what: 'job' })
  return job
}
