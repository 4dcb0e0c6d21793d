// `vi.waitFor` gives up after one second by default, and a busy machine can be slower than that. The awaited
// condition either becomes true or never does, so a long deadline only costs time when a test fails.
import { vi } from 'vitest'
import { WAIT_DEADLINE_MS } from './deadlines.ts'

const { waitFor } = vi

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_DEADLINE_MS, ...options })
