import { isJobKind, JOBS, type JobKindName } from '@dragoman/contract'
import { claimJob, isJobDue, type JobCancel } from '@dragoman/store'
import type { JobKind } from './job-kind.ts'
import { type RunningJob, type StartOptions, startJob } from './start-job.ts'

/** The jobs that this process runs, a few of each lane at a time. */
export type RunningJobs = {
  /** Claims jobs that are due and starts them, as many as can run; those that only have to end do not wait. */
  readonly startDue: () => Promise<void>
  readonly has: (id: number) => boolean
  readonly count: () => number
  /** Asks a job to stop; ignored unless this process runs it. */
  readonly cancel: (id: number, how: JobCancel) => void
  /** Resolves when a job has ended; undefined unless this process runs it. */
  readonly endOf: (id: number) => Promise<void> | undefined
  /** Resolves when the jobs that run now have ended. */
  readonly allEnded: () => Promise<unknown>
}

export type RunningJobsOptions = Omit<StartOptions, 'kind'> & {
  readonly kinds: ReadonlyMap<JobKindName, JobKind>
  /** Called when one has ended, so that another can start. */
  readonly onEnd: () => void
}

type Lane = (typeof JOBS)[JobKindName]['lane']

/** How many jobs of each lane run at the same time. */
const PLACES: Readonly<Record<Lane, number>> = { quick: 2, long: 2 }

export function openRunningJobs({ kinds, onEnd, ...options }: RunningJobsOptions): RunningJobs {
  const { store, holder, time, timings, closing } = options
  const running = new Map<number, RunningJob & { readonly lane: Lane }>()
  const lease = () => ({ by: holder, now: time(), until: time(timings.jobLeaseMs) })
  const search = () => {
    const all = [...kinds.keys()]
    return { kinds: all, full: all.filter((kind) => isFull(JOBS[kind].lane)), running: [...running.keys()] }
  }

  function isFull(lane: Lane): boolean {
    return [...running.values()].filter((job) => job.lane === lane).length >= PLACES[lane]
  }

  return {
    async startDue() {
      while (!closing.aborted) {
        if (!(await store.read((r) => isJobDue(r, time(), search())))) return
        const job = await store.write((w) => claimJob(w, lease(), search()))
        if (job === null) return
        const kind = kindOf(kinds, job.kind)
        const task = startJob({ ...options, kind }, job)
        running.set(job.id, { ...task, lane: JOBS[kind.kind].lane })
        void task.ended.finally(() => {
          running.delete(job.id)
          onEnd()
        })
      }
    },
    has: (id) => running.has(id),
    count: () => running.size,
    cancel: (id, how) => running.get(id)?.cancel(how),
    endOf: (id) => running.get(id)?.ended,
    allEnded: () => Promise.all([...running.values()].map((job) => job.ended)),
  }
}

/** Returns the kind with this name. Throws if the server has none. */
export function kindOf(kinds: ReadonlyMap<JobKindName, JobKind>, name: string): JobKind {
  const kind = isJobKind(name) ? kinds.get(name) : undefined
  if (!kind) throw new Error(`No kind of job ${name}`)
  return kind
}
