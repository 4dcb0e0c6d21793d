import { afterEach } from 'vitest'
import { describePages } from './browser.ts'

/** Adds what the open pages show to the message of a failed story: it can fail once and never again. */
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : []
  if (error !== undefined) error.message += await describePages()
})
