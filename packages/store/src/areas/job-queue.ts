import { sql } from 'kysely'
import type { Reader } from '../store.ts'

/** Unfinished jobs of one kind; `since`: when the first waiting job was due, as ISO time. */
export type QueuedJobs = {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly since: string | null
}

/** Returns the numbers of waiting and running jobs by kind; kinds without either are left out. */
export async function jobQueue({ db }: Reader): Promise<readonly QueuedJobs[]> {
  const { rows } = await sql<QueuedJobs>`
    select kind,
      sum(case when state = 'waiting' then 1 else 0 end) as waiting,
      sum(case when state = 'running' then 1 else 0 end) as running,
      min(case when state = 'waiting' then run_at end) as since
    from job where state in ('waiting', 'running') group by kind order by kind`.execute(db)
  return rows
}
