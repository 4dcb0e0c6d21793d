// `vi.waitFor` gives up after one second by default, and a busy machine can be slower than that. The awaited
// condition either becomes true or never does, so a long deadline only costs time when a test fails.
import { vi } from 'vitest'

const DEADLINE_MS = 60_000
const { waitFor } = vi

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: DEADLINE_MS, ...options })
