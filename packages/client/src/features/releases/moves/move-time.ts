import { readScheduledTime } from '@dragoman/core'

/** When a channel is moved: now, or at a time; null if none is entered. */
export type MoveTime = { readonly isLater: false } | { readonly isLater: true; readonly at: string | null }

export const NOW: MoveTime = { isLater: false }

/** Returns the next full hour of the local clock, as a start for the field. */
export function nextHour(now: Date): string {
  const at = new Date(now)
  at.setHours(at.getHours() + 1, 0, 0, 0)
  return at.toISOString()
}

/** Returns why a channel cannot be moved at a time, as the code of a sentence; null if it can. */
export function moveTimeFault(time: MoveTime, now: Date): 'missing' | 'not-ahead' | 'too-far-ahead' | null {
  if (!time.isLater) return null
  if (time.at === null) return 'missing'
  const read = readScheduledTime(time.at, now)
  if (!('problem' in read)) return null
  // Values of the field have a time zone; a value without one was not entered completely.
  return read.problem === 'no-time-zone' ? 'missing' : read.problem
}
