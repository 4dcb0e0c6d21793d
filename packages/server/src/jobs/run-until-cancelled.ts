import type { JobContext } from './job-kind.ts'

/**
 * Runs work that reports its progress, and ends it when that shows that the job is cancelled. Returns null if it was
 * cancelled before its end.
 */
export async function runUntilCancelled<Result>(
  { signal, cancelRequested }: Pick<JobContext, 'signal' | 'cancelRequested'>,
  work: (signal: AbortSignal, noteProgress: () => void) => Promise<Result>,
): Promise<Result | null> {
  if (cancelRequested() !== null) return null
  const cancelled = new AbortController()
  try {
    return await work(AbortSignal.any([signal, cancelled.signal]), () => {
      if (cancelRequested() !== null) cancelled.abort()
    })
  } catch (error) {
    if (cancelled.signal.aborted) return null
    throw error
  }
}
