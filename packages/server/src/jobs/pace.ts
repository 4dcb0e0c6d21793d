import { setImmediate, setTimeout } from 'node:timers/promises'

/** How much a job does in one transaction, and how long it rests between two. */
export type Pace = {
  /** Changes of the next step. */
  readonly size: () => number
  /** What a step of so many changes took. */
  readonly took: (ms: number) => void
  /** Lets others go first: longer while somebody asks for something. */
  readonly rest: () => Promise<void>
}

/** A step aims at this: with what waits beside it, a save stays below 50 ms. */
const STEP_MS = 30
const SMALLEST = 20
const LARGEST = 500
/** Somebody asked for something within this time. */
const BUSY_MS = 500

/**
 * `lastRequestMs`: when somebody last asked for something, by `performance.now()`. `stepMs`: what a step is to
 * take, less for work whose steps differ much.
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
