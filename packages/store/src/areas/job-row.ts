import { type Actor, parseActorId, SYSTEM_ACTOR } from '@dragoman/core'
import { parseJson } from '../rows.ts'
import type { Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
/** `keep` leaves what the job has done so far, `undo` reverts it. */
export type JobCancel = 'keep' | 'undo'

export type JobRow = {
  readonly id: number
  readonly projectId: number
  readonly kind: string
  readonly payload: unknown
  readonly state: JobState
  readonly attempts: number
  readonly maxAttempts: number
  readonly done: number
  readonly total: number | null
  readonly unit: string
  readonly detail: string | null
  /** Where the handler continues after a restart; only the handler knows the format. */
  readonly cursor: unknown
  readonly cancelRequested: JobCancel | null
  readonly result: unknown
  readonly problem: JobProblem | null
  readonly operationId: number | null
  readonly startedBy: Actor
  /** The token of the request; null: a session. */
  readonly startedWithToken: number | null
  /** Who asked it to stop; null: no one did. */
  readonly cancelledBy: Actor | null
  readonly cancelledWithToken: number | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

/** A failure code of the contract, with its parameters. */
export type JobProblem = {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** The job has failed because of it permanently, and is not ended yet: what it has done still has to be undone. */
  readonly isFinal?: true
}

/** Converts a row to a job as the rest of the program sees it. */
export function jobRow(row: Tables['job']): JobRow {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    payload: parseJson(row.payload),
    state: row.state as JobState, // only the functions for jobs write this column
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    done: row.done,
    total: row.total,
    unit: row.unit,
    detail: row.detail,
    cursor: row.cursor === null ? null : parseJson(row.cursor),
    cancelRequested:
      row.cancel_requested === 'keep' || row.cancel_requested === 'undo' ? row.cancel_requested : null,
    result: row.result === null ? null : parseJson(row.result),
    problem: row.problem === null ? null : parseJson(row.problem),
    operationId: row.operation_id,
    startedBy: { id: parseActorId(row.started_by_id) ?? SYSTEM_ACTOR.id, name: row.started_by_label },
    startedWithToken: row.started_with_token,
    cancelledBy: cancelledBy(row),
    cancelledWithToken: row.cancelled_with_token,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

function cancelledBy({ cancelled_by_id, cancelled_by_label }: Tables['job']): Actor | null {
  const id = parseActorId(cancelled_by_id)
  return id === null ? null : { id, name: cancelled_by_label ?? '' }
}

/** Emits that a job has changed; subscribers read its row for details. */
export function emitJob(
  { emit }: Writer,
  { id, project_id, ended_at }: Pick<Tables['job'], 'id' | 'project_id' | 'ended_at'>,
): void {
  emit({ kind: 'job.changed', projectId: project_id, payload: { jobId: id, hasEnded: ended_at !== null } })
}
