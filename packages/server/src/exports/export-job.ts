import type { JobFile } from '@dragoman/contract'
import type { Deps } from '../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../jobs/job-kind.ts'
import { type JobType, jobType } from '../jobs/job-type.ts'
import { runUntilCancelled } from '../jobs/run-until-cancelled.ts'
import { ARCHIVE_KEPT_MS } from './open-archives.ts'

export type ExportPayload = {
  readonly format: string
  /** All if omitted. */
  readonly languages?: readonly string[] | undefined
  readonly namespaces?: readonly string[] | undefined
}

export const EXPORT: JobType<'export', ExportPayload> = jobType('export')

/** The result of the job. */
export type ExportResult = { readonly file: JobFile }

type ExportDeps = Pick<Deps, 'archives' | 'now'>

/**
 * Creates an archive of all files of a project. It only reads, in a thread with its own connection, and after
 * a crash it is created again.
 */
export function exportJob(deps: ExportDeps): JobKind<'export'> {
  return {
    kind: EXPORT.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => runExport(deps, context),
  }
}

async function runExport({ archives, now }: ExportDeps, context: JobContext): Promise<JobEnd> {
  const { job, report } = context
  const payload = EXPORT.payloadOf(job)
  const made = await runUntilCancelled(context, (signal) =>
    archives.make(
      { job: job.id, projectId: job.projectId, ...payload },
      { signal, onProgress: (done, total, detail) => report({ done, total, detail }) },
    ),
  )
  if (made === null) return { state: 'cancelled' }
  const keptUntil = new Date(now().getTime() + ARCHIVE_KEPT_MS).toISOString()
  const result: ExportResult = { file: { name: made.fileName, sizeBytes: made.sizeBytes, keptUntil } }
  return { state: 'done', result }
}
