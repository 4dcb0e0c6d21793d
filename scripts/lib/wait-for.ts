// `vi.waitFor` gives up after one second unless told otherwise, and a busy machine can be slower than that. What
// is awaited here either happens or never does, so a long deadline only costs time when a test fails.
import { vi } from 'vitest'

const DEADLINE_MS = 60_000
const { waitFor } = vi

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: DEADLINE_MS, ...options })
