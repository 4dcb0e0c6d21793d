import type { JobRow } from '@dragoman/store'
import type { BeforeStep } from '../src/jobs/held-job.ts'
import type { ServerOptions } from '../src/start/server-options.ts'

/** Stops a job at one of its steps, so that a test can act while the job is running. */
export type JobHold = {
  /** For `openTestServer`. */
  readonly options: Pick<ServerOptions, 'beforeJobStep'>
  /**
   * Holds the next job of a kind before its first step with at least `done` done. Resolves with the job when it is
   * held. Jobs of a server that closes are let go.
   */
  readonly at: (kind: string, done?: number) => Promise<JobRow>
  /** Lets the held job continue; of several, the one that was held first. */
  readonly letGo: () => void
}

type Wanted = {
  readonly kind: string
  readonly done: number
  readonly onHeld: (job: JobRow) => void
}

export function openJobHold(): JobHold {
  let wanted: Wanted | null = null
  const held = new Set<() => void>()
  const beforeJobStep: BeforeStep = async (job, signal) => {
    if (wanted === null || job.kind !== wanted.kind || job.done < wanted.done) return
    const { onHeld } = wanted
    wanted = null
    await new Promise<void>((resolve) => {
      const letGo = () => {
        held.delete(letGo)
        resolve()
      }
      held.add(letGo)
      signal.addEventListener('abort', letGo, { once: true })
      onHeld(job)
    })
  }
  return {
    options: { beforeJobStep },
    at: (kind, done = 0) =>
      new Promise((resolve) => {
        wanted = { kind, done, onHeld: resolve }
      }),
    letGo() {
      const [first] = held
      first?.()
    },
  }
}
