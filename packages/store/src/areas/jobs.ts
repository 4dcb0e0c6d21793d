import { sql } from 'kysely'
import { parsed } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
/** `keep` leaves what the job has done so far, `undo` takes it back. */
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
  /** Where the handler goes on after a restart; its own business. */
  readonly cursor: unknown
  readonly cancelRequested: JobCancel | null
  readonly result: unknown
  readonly problem: JobProblem | null
  readonly operationId: number | null
  readonly startedBy: string
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

/** A failure code of the contract with its parameters. */
export type JobProblem = { readonly code: string; readonly params: Readonly<Record<string, string | number>> }

export type NewJob = {
  readonly projectId: number
  readonly kind: string
  readonly payload: unknown
  readonly unit: string
  readonly maxAttempts: number
  readonly startedBy: string
  /** ISO time. */
  readonly at: string
  /** At most one job of this key waits or runs; adding another returns the one there is. */
  readonly dedupeKey?: string
  readonly operationId?: number
}

/** The job does not belong to this process any more: its lease ran out and another took it, or its project is gone. */
export class JobLostError extends Error {
  override name = 'JobLostError'
}

/** Adds a job, ready to run at once. */
export async function addJob(w: Writer, job: NewJob): Promise<JobRow> {
  if (job.dedupeKey !== undefined) {
    const same = await w.db
      .selectFrom('job')
      .selectAll()
      .where('dedupe_key', '=', job.dedupeKey)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (same) return jobRow(same)
  }
  const row: Tables['job'] = {
    id: await w.dialect.allocate(w.db, 'job', 1),
    project_id: job.projectId,
    kind: job.kind,
    payload: JSON.stringify(job.payload),
    state: 'waiting',
    run_at: job.at,
    attempts: 0,
    max_attempts: job.maxAttempts,
    locked_by: null,
    locked_until: null,
    done: 0,
    total: null,
    unit: job.unit,
    detail: null,
    cursor: null,
    cancel_requested: null,
    result: null,
    problem: null,
    operation_id: job.operationId ?? null,
    started_by: job.startedBy,
    created_at: job.at,
    started_at: null,
    ended_at: null,
    dedupe_key: job.dedupeKey ?? null,
  }
  await w.db.insertInto('job').values(row).execute()
  return jobRow(row)
}

/** Jobs that wait or run, and those that ended at or after `endedSince`; newest first. */
export async function listJobs(
  { db }: Reader,
  request: { readonly projectId: number; readonly endedSince: string; readonly kinds: readonly string[]; readonly limit: number },
): Promise<readonly JobRow[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('project_id', '=', request.projectId)
    .where('kind', 'in', request.kinds)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', request.endedSince)]))
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map(jobRow)
}

export async function jobById({ db }: Reader, id: number): Promise<JobRow | null> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? jobRow(row) : null
}

/** The job that is still writing an operation; null when none is. */
export async function jobOfOperation({ db }: Reader, operationId: number): Promise<JobRow | null> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return row ? jobRow(row) : null
}

export type Lease = { readonly by: string; readonly now: string; readonly until: string }

/** Whether `claimJob` would find something. */
export async function isJobDue({ db }: Reader, now: string, kinds: readonly string[]): Promise<boolean> {
  if (kinds.length === 0) return false
  const found = await sql<{ id: number }>`select id from job where ${due(now, kinds)} limit 1`.execute(db)
  return found.rows.length > 0
}

function due(now: string, kinds: readonly string[]) {
  return sql`kind in (${sql.join(kinds)}) and run_at <= ${now}
    and (state = 'waiting' or (state = 'running' and locked_until < ${now}))`
}

/** A job taken; `interrupted`: it ran before, and its process ended in the middle of it. */
export type ClaimedJob = JobRow & { readonly interrupted: boolean }

/** Takes the next job that is due, or whose holder has let its lease run out. Null: nothing to do. */
export async function claimJob(w: Writer, lease: Lease, kinds: readonly string[]): Promise<ClaimedJob | null> {
  if (kinds.length === 0) return null
  const skip = w.dialect.name === 'postgres' ? sql`for update skip locked` : sql``
  const found = await sql<Tables['job']>`
    select * from job where ${due(lease.now, kinds)} order by run_at, id limit 1 ${skip}`.execute(w.db)
  const before = found.rows[0]
  if (before === undefined) return null
  const row = await w.db
    .updateTable('job')
    .set({
      state: 'running',
      locked_by: lease.by,
      locked_until: lease.until,
      attempts: sql`attempts + 1`,
      started_at: before.started_at ?? lease.now,
      problem: null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...jobRow(row), interrupted: before.started_at !== null && before.problem === null }
}

/** Gives back what one holder has taken, to go on at the next start: a server that closes properly counts as no attempt. */
export async function giveBackJobs({ db }: Writer, by: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'waiting', locked_by: null, locked_until: null, attempts: sql`attempts - 1` })
    .where('state', '=', 'running')
    .where('locked_by', '=', by)
    .execute()
}

/** Gives back at once what a holder that cannot be alive any more has left: of one data folder there is only one process. */
export async function releaseJobs({ db }: Writer, now: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'waiting', locked_by: null, locked_until: null, run_at: now })
    .where('state', '=', 'running')
    .execute()
}

export type JobChange = {
  readonly done?: number
  readonly total?: number | null
  readonly detail?: string | null
  readonly cursor?: unknown
  readonly operationId?: number
}

/** Notes how far a job is and holds on to it. Throws JobLostError: then nothing of the transaction may stay. */
export async function advanceJob(w: Writer, id: number, lease: Pick<Lease, 'by' | 'until'>, change: JobChange = {}): Promise<JobRow> {
  const row = await w.db
    .updateTable('job')
    .set({
      locked_until: lease.until,
      ...(change.done === undefined ? {} : { done: change.done }),
      ...(change.total === undefined ? {} : { total: change.total }),
      ...(change.detail === undefined ? {} : { detail: change.detail }),
      ...(change.cursor === undefined ? {} : { cursor: JSON.stringify(change.cursor) }),
      ...(change.operationId === undefined ? {} : { operation_id: change.operationId }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('locked_by', '=', lease.by)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new JobLostError(`job ${id}`)
  return jobRow(row)
}

/** Ends a job. Throws JobLostError. */
export async function endJob(
  w: Writer,
  id: number,
  by: string,
  end: {
    readonly state: 'done' | 'failed' | 'cancelled'
    readonly at: string
    readonly result?: unknown
    readonly problem?: JobProblem | null
  },
): Promise<JobRow> {
  const row = await w.db
    .updateTable('job')
    .set({
      state: end.state,
      ended_at: end.at,
      locked_by: null,
      locked_until: null,
      detail: null,
      result: end.result === undefined ? null : JSON.stringify(end.result),
      problem: end.problem ? JSON.stringify(end.problem) : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('locked_by', '=', by)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new JobLostError(`job ${id}`)
  return jobRow(row)
}

/** Puts a job back to be tried again at `runAt`. Throws JobLostError. */
export async function postponeJob(
  w: Writer,
  id: number,
  by: string,
  again: { readonly runAt: string; readonly problem: JobProblem | null },
): Promise<JobRow> {
  const row = await w.db
    .updateTable('job')
    .set({
      state: 'waiting',
      run_at: again.runAt,
      locked_by: null,
      locked_until: null,
      problem: again.problem ? JSON.stringify(again.problem) : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('locked_by', '=', by)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new JobLostError(`job ${id}`)
  return jobRow(row)
}

/** Asks a job to stop; the first asking counts. Its handler ends it. A job that has ended stays as it is. */
export async function cancelJob(w: Writer, id: number, how: JobCancel, now: string): Promise<JobRow | null> {
  await w.db
    .updateTable('job')
    .set({ cancel_requested: how, run_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where('cancel_requested', 'is', null)
    .execute()
  return jobById(w, id)
}

/** Forgets jobs that ended before a time. */
export async function forgetJobs({ db }: Writer, endedBefore: string): Promise<void> {
  await db.deleteFrom('job').where('ended_at', '<', endedBefore).execute()
}

function jobRow(row: Tables['job']): JobRow {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    payload: parsed(row.payload),
    state: row.state as JobState, // only this file writes the column
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    done: row.done,
    total: row.total,
    unit: row.unit,
    detail: row.detail,
    cursor: row.cursor === null ? null : parsed(row.cursor),
    cancelRequested: row.cancel_requested === 'keep' || row.cancel_requested === 'undo' ? row.cancel_requested : null,
    result: row.result === null ? null : parsed(row.result),
    problem: row.problem === null ? null : parsed(row.problem),
    operationId: row.operation_id,
    startedBy: row.started_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}
