import type { Comparison, SyncEffect } from '../schedule.ts'
import type { Reading } from './reading.ts'
import type { BatchRequest } from './sync-batch.ts'

type ComparisonRequest = Pick<Comparison, 'files'> &
  Pick<BatchRequest, 'kind'> & {
    readonly reading: Reading | null
  }

type Waiter = ComparisonRequest & {
  readonly resolve: (changed: number) => void
  readonly reject: (error: unknown) => void
}

/** Comparisons that callers wait for. */
export type Comparisons = {
  /** Notes a comparison; `changed` resolves when it is answered. */
  readonly begin: (request: ComparisonRequest) => {
    readonly comparison: Comparison
    readonly changed: Promise<number>
  }
  /** What a comparison is for; null: none, but what is due anyway. */
  readonly of: (comparison: Comparison | null) => Pick<Waiter, 'kind' | 'reading'>
  /** A comparison has ended; a failed one is answered with the error. */
  readonly answer: (effect: Extract<SyncEffect, { kind: 'compared' }>, error: unknown) => void
  /** Whether a job reads the source in, or was stopped before it had read everything. */
  readonly isReadIn: () => boolean
}

export function openComparisons(): Comparisons {
  let last = 0
  const waiters = new Map<number, Waiter>()
  let isReadIn = false
  return {
    begin(request) {
      const { files, reading } = request
      if (reading !== null) isReadIn = true
      const comparison = { id: ++last, files, isJob: reading !== null }
      const changed = new Promise<number>((resolve, reject) => {
        waiters.set(comparison.id, { ...request, resolve, reject })
      })
      return { comparison, changed }
    },
    of: (comparison) => (comparison && waiters.get(comparison.id)) ?? { kind: 'sync', reading: null },
    answer({ comparison, changed, hasFailed }, error) {
      const waiter = waiters.get(comparison.id)
      waiters.delete(comparison.id)
      if (hasFailed) waiter?.reject(error)
      else {
        if (waiter?.reading?.isStopped() === false) isReadIn = false
        waiter?.resolve(changed)
      }
    },
    isReadIn: () => isReadIn,
  }
}
