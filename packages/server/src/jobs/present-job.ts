import {
  FAILURE_CODES,
  Failure,
  type FailureCode,
  isJobKind,
  JOBS,
  type Job,
  type JobKindName,
  type JobResult,
} from '@dragoman/contract'
import { nameOfPath } from '@dragoman/core'
import type { JobProblem, JobRow } from '@dragoman/store'
import type { ExportResult } from '../exports/export-job.ts'

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
  if (!isJobKind(job.kind)) throw new Error(`Jobs of kind ${job.kind} are not shown`)
  return {
    id,
    kind: job.kind,
    state,
    done,
    total,
    unit: JOBS[job.kind].unit,
    detail,
    problem: problem && { code: codeOf(problem.code), params: shownParams(problem.params) },
    ...presentResult(job.kind, result),
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

/** Presents what a job has left; its kind wrote the result. */
function presentResult(kind: JobKindName, result: unknown): Pick<Job, 'result' | 'file'> {
  if (result === null) return { result: null, file: null }
  return JOBS[kind].leaves === 'file'
    ? { result: null, file: (result as ExportResult).file }
    : { result: result as JobResult, file: null }
}

/** A newer program can have codes that this one does not have. */
function codeOf(code: string): FailureCode {
  return FAILURE_CODES.find((known) => known === code) ?? 'unexpected'
}

/** Returns why work in the background, or in another process, failed, for a caller that waits for it. */
export function failureOfJob({ code, params }: JobProblem): Failure {
  return new Failure(codeOf(code), params)
}
