import { definedOf } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { emitJob, type JobProblem, type JobRow, jobRow } from './job-row.ts'

/**
 * The job no longer belongs to this process: its lease expired and another process took it, or its project
 * was removed.
 */
export class JobLostError extends Error {
  override name = 'JobLostError'
}

export type Lease = { readonly by: string; readonly now: string; readonly until: string }

export type JobSearch = {
  readonly kinds: readonly string[]
  /** Kinds that have no place for another job; those that only have to end are found nevertheless. */
  readonly full: readonly string[]
  /** Jobs that run in this process; they still do if their lease was not renewed in time. */
  readonly running: readonly number[]
}

/** Returns whether `claimJob` would find a job. */
export async function isJobDue({ db }: Reader, now: string, search: JobSearch): Promise<boolean> {
  if (search.kinds.length === 0) return false
  const found = await sql<{ id: number }>`select id from job where ${whereDue(now, search)} limit 1`.execute(
    db,
  )
  return found.rows.length > 0
}

/** Of a job that was cancelled before it did anything. */
const hasOnlyToEnd = sql`(cancel_requested is not null and started_at is null and cursor is null)`

function whereDue(now: string, { kinds, full, running }: JobSearch) {
  const canRun = full.length === 0 ? sql`1 = 1` : sql`(kind not in (${sql.join(full)}) or ${hasOnlyToEnd})`
  const others = running.length === 0 ? sql`1 = 1` : sql`id not in (${sql.join(running)})`
  // The index of open jobs is used only if its condition is a part of this one.
  return sql`state in ('waiting', 'running') and kind in (${sql.join(kinds)}) and run_at <= ${now} and ${canRun} and ${others}
    and (state = 'waiting' or (state = 'running' and locked_until < ${now}))`
}

/**
 * A claimed job; `interrupted`: it ran before, and its process ended in the middle of it. It has a problem only if that
 * is final: then what it has done is undone.
 */
export type ClaimedJob = JobRow & { readonly interrupted: boolean }

/** Claims the next job that is due, or whose holder has let its lease expire. Null: nothing to do. */
export async function claimJob(w: Writer, lease: Lease, search: JobSearch): Promise<ClaimedJob | null> {
  if (search.kinds.length === 0) return null
  const skip = w.dialect.name === 'postgres' ? sql`for update skip locked` : sql``
  const found = await sql<Tables['job']>`
    select * from job where ${whereDue(lease.now, search)} order by run_at, id limit 1 ${skip}`.execute(w.db)
  const before = found.rows[0]
  if (before === undefined) return null
  const isFailed = jobRow(before).problem?.isFinal === true
  const row = await w.db
    .updateTable('job')
    .set({
      state: 'running',
      locked_by: lease.by,
      locked_until: lease.until,
      attempts: sql`attempts + 1`,
      started_at: before.started_at ?? lease.now,
      // Kept until the job ends: another process has to continue with that if this one stops.
      ...(isFailed ? {} : { problem: null }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  emitJob(w, row)
  return { ...jobRow(row), interrupted: before.started_at !== null && before.problem === null }
}

/**
 * Releases the jobs of a holder, to continue at the next start: a proper shutdown does not count as an
 * attempt.
 */
export async function giveBackJobs({ db }: Writer, by: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ state: 'waiting', locked_by: null, locked_until: null, attempts: sql`attempts - 1` })
    .where('state', '=', 'running')
    .where('locked_by', '=', by)
    .execute()
}

/** Releases the jobs of holders that cannot be alive any more: a data folder has only one process. */
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

/**
 * Records the progress of a job and renews its lease; with `emitsEvent`, an event is emitted. Throws
 * JobLostError: then the transaction must be rolled back.
 */
export async function advanceJob(
  w: Writer,
  id: number,
  lease: Pick<Lease, 'by' | 'until'>,
  { done, total, detail, cursor, operationId }: JobChange = {},
  { emitsEvent = false } = {},
): Promise<JobRow> {
  const row = await w.db
    .updateTable('job')
    .set({
      locked_until: lease.until,
      ...definedOf({ done, total, detail, operation_id: operationId }),
      ...(cursor === undefined ? {} : { cursor: JSON.stringify(cursor) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('locked_by', '=', lease.by)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new JobLostError(`job ${id}`)
  if (emitsEvent) emitJob(w, row)
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
    /** Final progress. */
    readonly done: number
    readonly total: number | null
    readonly result?: unknown
    readonly problem?: JobProblem | null
  },
): Promise<JobRow> {
  return letGo(w, id, by, {
    state: end.state,
    ended_at: end.at,
    detail: null,
    done: end.done,
    total: end.total,
    result: end.result === undefined ? null : JSON.stringify(end.result),
    problem: end.problem ? JSON.stringify(end.problem) : null,
  })
}

/** Queues a job for another attempt at `runAt`. Throws JobLostError. */
export async function postponeJob(
  w: Writer,
  id: number,
  by: string,
  again: { readonly runAt: string; readonly problem: JobProblem | null },
): Promise<JobRow> {
  return letGo(w, id, by, {
    state: 'waiting',
    run_at: again.runAt,
    problem: again.problem ? JSON.stringify(again.problem) : null,
  })
}

/** Updates a job that this holder runs, and releases it. Throws JobLostError. */
async function letGo(w: Writer, id: number, by: string, change: Partial<Tables['job']>): Promise<JobRow> {
  const row = await w.db
    .updateTable('job')
    .set({ ...change, locked_by: null, locked_until: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('locked_by', '=', by)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new JobLostError(`job ${id}`)
  emitJob(w, row)
  return jobRow(row)
}
