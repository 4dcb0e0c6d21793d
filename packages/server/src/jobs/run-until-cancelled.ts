import type { JobContext } from './job-kind.ts'

/** Runs work of another thread, and ends it when the job is cancelled: then it returns null. */
export async function runUntilCancelled<Result>(
  { signal, cancelled }: Pick<JobContext, 'signal' | 'cancelled'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  if (cancelled.aborted) return null
  try {
    return await work(AbortSignal.any([signal, cancelled]))
  } catch (error) {
    if (cancelled.aborted) return null
    throw error
  }
}
