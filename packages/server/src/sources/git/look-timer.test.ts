import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLookTimer } from './look-timer.ts'

const SECOND_MS = 1000
/** The pauses are up to a fifth longer or shorter. */
const JITTER = 0.2

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a timer whose looks do nothing; `nextPause` returns the seconds until the next look. */
function openTimer() {
  const closing = new AbortController()
  let looks = 0
  const timer = openLookTimer({ signal: closing.signal, now: () => new Date() }, () => {
    looks++
  })
  return {
    timer,
    closing,
    looks: () => looks,
    nextPause() {
      const before = looks
      timer.schedule()
      for (let seconds = 1; seconds < 600; seconds++) {
        vi.advanceTimersByTime(SECOND_MS)
        if (looks > before) return seconds
      }
      throw new Error('No look followed')
    },
  }
}

function expectAbout(seconds: number, expected: number) {
  // It is rounded up.
  expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(expected * JITTER + 1)
}

test('each failure in a row doubles the pause, up to five minutes; a success ends that', () => {
  const { timer, nextPause } = openTimer()
  for (const expected of [15, 30, 60, 120, 240, 300, 300]) {
    timer.noteFailed()
    expectAbout(nextPause(), expected)
  }
  timer.noteDone()
  expectAbout(nextPause(), 300)
  timer.noteFailed()
  expectAbout(nextPause(), 15)
})

test('the pause that a forge asks for is kept, also by a look that something asked for', () => {
  const { timer, looks } = openTimer()
  timer.noteFailed()
  timer.pause(3600 * SECOND_MS)
  timer.schedule(0)
  vi.advanceTimersByTime(3600 * SECOND_MS - 1)
  expect(looks()).toBe(0)
  vi.advanceTimersByTime(JITTER * 3600 * SECOND_MS + 1)
  expect(looks()).toBe(1)
})

test('no look follows once it is closed', () => {
  const { timer, closing, looks } = openTimer()
  timer.schedule()
  closing.abort()
  timer.close()
  timer.schedule(0)
  vi.advanceTimersByTime(3600 * SECOND_MS)
  expect(looks()).toBe(0)
})
