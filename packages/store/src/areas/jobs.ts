import type { Actor } from '@dragoman/core'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { emitJob, type JobCancel, type JobRow, jobRow } from './job-row.ts'
import { removeSome } from './remove-some.ts'

/** Who requests a job, and with which token. */
export type JobStarter = Actor & { readonly token?: { readonly tokenId: number } | null }

export type NewJob = {
  readonly projectId: number
  readonly kind: string
  readonly payload: unknown
  readonly unit: string
  readonly maxAttempts: number
  readonly startedBy: JobStarter
  /** ISO time. */
  readonly at: string
  /** At most one job with this key waits or runs; adding another returns the existing one. */
  readonly dedupeKey?: string
  readonly operationId?: number
}

/** Adds a job that is ready to run immediately. */
export async function addJob(w: Writer, job: NewJob): Promise<JobRow> {
  if (job.dedupeKey !== undefined) {
    await lockKeys(w)
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
    started_by_id: job.startedBy.id,
    started_by_label: job.startedBy.name,
    started_with_token: job.startedBy.token?.tokenId ?? null,
    cancelled_by_id: null,
    cancelled_by_label: null,
    cancelled_with_token: null,
    created_at: job.at,
    started_at: null,
    ended_at: null,
    dedupe_key: job.dedupeKey ?? null,
  }
  await w.db.insertInto('job').values(row).execute()
  emitJob(w, row)
  return jobRow(row)
}

/**
 * Locks the counter's row, so that a job with the same dedupe key that another transaction adds or restarts is seen,
 * instead of violating the unique index.
 */
async function lockKeys({ db, dialect }: Writer): Promise<void> {
  await dialect.allocate(db, 'job', 0)
}

type RecentJobs = {
  readonly endedSince: string
  readonly kinds: readonly string[]
  readonly limit: number
}

/** Returns jobs that wait or run, and those that ended at or after `endedSince`; newest first. */
export async function listJobs(
  r: Reader,
  { projectId, ...recent }: RecentJobs & { readonly projectId: number },
): Promise<readonly JobRow[]> {
  const rows = await recentJobs(r, recent).where('job.project_id', '=', projectId).execute()
  return rows.map(jobRow)
}

/** Does the same for all projects, with the URL name of the project. */
export async function listAllJobs(
  r: Reader,
  recent: RecentJobs,
): Promise<readonly (JobRow & { readonly project: string; readonly projectName: string })[]> {
  const rows = await recentJobs(r, recent)
    .innerJoin('project', 'project.id', 'job.project_id')
    .select(['project.slug', 'project.name'])
    .execute()
  return rows.map((row) => ({ ...jobRow(row), project: row.slug, projectName: row.name }))
}

function recentJobs({ db }: Reader, { endedSince, kinds, limit }: RecentJobs) {
  return db
    .selectFrom('job')
    .selectAll('job')
    .where('job.kind', 'in', kinds)
    .where((where) => where.or([where('job.ended_at', 'is', null), where('job.ended_at', '>=', endedSince)]))
    .orderBy('job.id', 'desc')
    .limit(limit)
}

export async function jobById({ db }: Reader, id: number): Promise<JobRow | null> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? jobRow(row) : null
}

/** Returns the job that is still writing an operation; null if none is. */
export async function jobOfOperation({ db }: Reader, operationId: number): Promise<JobRow | null> {
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return row ? jobRow(row) : null
}

/** Returns those of some operations that belong to jobs added before another one. */
export async function operationsOfEarlierJobs(
  { db, dialect }: Reader,
  { jobId, operationIds }: { readonly jobId: number; readonly operationIds: readonly number[] },
): Promise<ReadonlySet<number>> {
  if (operationIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('job')
    .select('operation_id')
    .where(dialect.inIds(sql.ref('operation_id'), operationIds))
    .where('id', '<', jobId)
    .execute()
  return new Set(rows.flatMap(({ operation_id: id }) => id ?? []))
}

/** Returns jobs of one kind, of any project, that wait or run. */
export async function openJobs({ db }: Reader, kind: string): Promise<readonly JobRow[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
    .execute()
  return rows.map(jobRow)
}

/**
 * Requests that a job stops; only the first request counts, and the handler ends the job. A job that has
 * ended stays as it is.
 */
export async function cancelJob(
  w: Writer,
  id: number,
  { how, by, at }: { readonly how: JobCancel; readonly by: JobStarter; readonly at: string },
): Promise<JobRow | null> {
  const row = await w.db
    .updateTable('job')
    .set({
      cancel_requested: how,
      run_at: at,
      cancelled_by_id: by.id,
      cancelled_by_label: by.name,
      cancelled_with_token: by.token?.tokenId ?? null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where('cancel_requested', 'is', null)
    .returning(['id', 'project_id', 'ended_at'])
    .executeTakeFirst()
  if (row) emitJob(w, row)
  return jobById(w, id)
}

/**
 * Queues a failed job again: from its cursor, or from the start as if it had never run. Null if another job
 * with the same dedupe key waits or runs.
 */
export async function restartJob(
  w: Writer,
  id: number,
  again: {
    readonly at: string
    readonly startedBy: JobStarter
    readonly payload: unknown
    readonly from: 'start' | 'cursor'
  },
): Promise<JobRow | null> {
  await lockKeys(w)
  const row = await w.db
    .updateTable('job')
    .set({
      state: 'waiting',
      run_at: again.at,
      attempts: 0,
      payload: JSON.stringify(again.payload),
      started_by_id: again.startedBy.id,
      started_by_label: again.startedBy.name,
      started_with_token: again.startedBy.token?.tokenId ?? null,
      cancel_requested: null,
      cancelled_by_id: null,
      cancelled_by_label: null,
      cancelled_with_token: null,
      problem: null,
      started_at: null,
      ended_at: null,
      ...(again.from === 'cursor' ? {} : { cursor: null, operation_id: null, done: 0, total: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job as other')
            .select('other.id')
            .whereRef('other.dedupe_key', '=', 'job.dedupe_key')
            .where('other.state', 'in', ['waiting', 'running']),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  emitJob(w, row)
  return jobRow(row)
}

/** Removes some of the jobs that ended before a time. Returns true if there can be more. */
export function forgetJobs(w: Writer, endedBefore: string): Promise<boolean> {
  return removeSome(w, { table: 'job', where: sql`ended_at < ${endedBefore}` })
}
