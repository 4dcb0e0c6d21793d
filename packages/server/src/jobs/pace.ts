import { setImmediate, setTimeout } from 'node:timers/promises'

/** How much a job does in one transaction, and how long it pauses between two. */
export type Pace = {
  /** Returns the number of changes for the next step. */
  readonly size: () => number
  /** Records the duration of a step. */
  readonly took: (ms: number) => void
  /** Pauses to let others go first, longer while people make requests. */
  readonly rest: () => Promise<void>
}

/** Target duration of a step: including a waiting save, a save stays below 50 ms. */
const STEP_MS = 30
const SMALLEST = 20
const LARGEST = 500
/** People count as active for this long after a request. */
const BUSY_MS = 500

/**
 * `lastRequestMs`: time of the last request, by `performance.now()`. `stepMs`: target duration of a step,
 * shorter for work whose steps vary much.
 */
export function openPace(lastRequestMs: () => number, stepMs = STEP_MS): Pace {
  let size = 25
  let lastMs = 0
  return {
    size: () => size,
    took(ms) {
      lastMs = ms
      const wanted = size * (stepMs / Math.max(1, ms))
      size = Math.round(Math.min(LARGEST, Math.max(SMALLEST, Math.min(size * 1.5, wanted))))
    },
    rest: () =>
      performance.now() - lastRequestMs() < BUSY_MS ? setTimeout(Math.max(4, lastMs / 3)) : setImmediate(),
  }
}
