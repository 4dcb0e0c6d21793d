import {
  FAILURE_CODES,
  Failure,
  type FailureCode,
  JOB_KINDS,
  JOB_UNITS,
  type Job,
  type JobResult,
} from '@dragoman/contract'
import { nameOfPath } from '@dragoman/core'
import type { JobProblem, JobRow } from '@dragoman/store'
import type { ExportResult } from '../exports/export-job.ts'

/** Whether people are shown jobs of this kind; the others are steps of a dialog. */
export function isPublicKind(kind: string): kind is Job['kind'] {
  return JOB_KINDS.some((known) => known === kind)
}

/** Presents a job in the form of the contract. */
export function presentJob(job: JobRow): Job {
  const {
    id,
    state,
    done,
    total,
    detail,
    problem,
    result,
    operationId,
    startedBy,
    createdAt,
    startedAt,
    endedAt,
  } = job
  if (!isPublicKind(job.kind)) throw new Error(`Jobs of kind ${job.kind} are not shown`)
  return {
    id,
    kind: job.kind,
    state,
    done,
    total,
    unit: JOB_UNITS.find((known) => known === job.unit) ?? 'files',
    detail,
    problem: problem && { code: codeOf(problem.code), params: shownParams(problem.params) },
    ...presentResult(result),
    operationId,
    startedBy: { id: startedBy.id, name: startedBy.name },
    cancelRequested: job.cancelRequested !== null,
    createdAt,
    startedAt,
    endedAt,
  }
}

/** Everyone who can read a project sees its jobs, so where folders of the server are is left out. */
function shownParams(params: JobProblem['params']): Record<string, string | number> {
  const { folder } = params
  return { ...params, ...(typeof folder === 'string' ? { folder: nameOfPath(folder) } : {}) }
}

/** Presents the result of a job: counts, or a file. */
function presentResult(result: unknown): Pick<Job, 'result' | 'file'> {
  const hasFile = typeof result === 'object' && result !== null && 'file' in result
  if (hasFile) return { result: null, file: (result as ExportResult).file }
  return { result: result as JobResult | null, file: null }
}

function codeOf(code: string): FailureCode {
  return FAILURE_CODES.find((known) => known === code) ?? 'unexpected'
}

/** Returns why a job failed, for a caller that waits for it. */
export function failureOfJob({ code, params }: JobProblem): Failure {
  return new Failure(codeOf(code), params)
}
