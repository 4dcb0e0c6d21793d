import { setTimeout } from 'node:timers/promises'
import { JobLostError, type JobRow, jobById, type Store } from '@dragoman/store'

/** How long until a job that waits, or runs in another process, is checked again. */
const WAIT_MS = 20

/**
 * Resolves with a job once it has ended, or as it is at the deadline (by `performance.now()`). `endedHere` is its end
 * if it runs in this process. Rejects when the server closes, and with JobLostError if there is no such job.
 */
export async function waitForEnd(
  { store, signal }: { readonly store: Store; readonly signal: AbortSignal },
  id: number,
  endedHere: () => Promise<void> | undefined,
  deadlineMs = Number.POSITIVE_INFINITY,
): Promise<JobRow> {
  for (;;) {
    const job = await store.read((r) => jobById(r, id))
    if (job === null) throw new JobLostError(`job ${id}`)
    const leftMs = deadlineMs - performance.now()
    if (job.endedAt !== null || leftMs <= 0) return job
    signal.throwIfAborted()
    const ended = endedHere()
    if (ended === undefined) await setTimeout(WAIT_MS)
    else if (leftMs === Number.POSITIVE_INFINITY) await ended
    else await Promise.race([ended, setTimeout(leftMs, undefined, { ref: false })])
  }
}
