import { claimJob, isJobDue, type JobCancel } from '@dragoman/store'
import type { JobKind } from './job-kind.ts'
import { type RunningJob, type StartOptions, startJob } from './start-job.ts'

/** The jobs that this process runs, a few at a time. */
export type RunningJobs = {
  /** Claims jobs that are due and starts them, as many as can run. */
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
  readonly kinds: ReadonlyMap<string, JobKind>
  /** Called when one has ended, so that another can start. */
  readonly onEnd: () => void
}

const AT_ONCE = 2

export function openRunningJobs({ kinds, onEnd, ...options }: RunningJobsOptions): RunningJobs {
  const { store, holder, time, timings, closing } = options
  const running = new Map<number, RunningJob>()
  const lease = () => ({ by: holder, now: time(), until: time(timings.jobLeaseMs) })
  const search = () => ({ kinds: [...kinds.keys()], running: [...running.keys()] })

  return {
    async startDue() {
      while (running.size < AT_ONCE && !closing.aborted) {
        if (!(await store.read((r) => isJobDue(r, time(), search())))) return
        const job = await store.write((w) => claimJob(w, lease(), search()))
        if (job === null) return
        const task = startJob({ ...options, kind: kindOf(kinds, job.kind) }, job)
        running.set(job.id, task)
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
export function kindOf(kinds: ReadonlyMap<string, JobKind>, name: string): JobKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`No kind of job ${name}`)
  return kind
}
