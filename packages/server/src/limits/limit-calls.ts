import { Failure } from '@dragoman/contract'
import { secondsToWait } from '@dragoman/core'
import { countAttempt } from '@dragoman/store'
import type { Deps } from '../deps.ts'

const WINDOW_MS = 15 * 60 * 1000

export type CallLimit = {
  /** What is counted together: the action, and who performs it (an address, an account, a token). */
  readonly name: string
  /** Per 15 minutes, in all processes of a database together. */
  readonly max: number
}

/**
 * Counts actions and refuses too many: started sign-ins, invitations, emails, suggestions of visitors. Throws
 * `too-many-requests`.
 */
export function limitCalls({ store, now }: Pick<Deps, 'store' | 'now'>): (limit: CallLimit) => Promise<void> {
  return async ({ name, max }) => {
    const nowMs = now().getTime()
    const { count, untilMs } = await store.write((w) => countAttempt(w, { name, nowMs, windowMs: WINDOW_MS }))
    if (count > max)
      throw new Failure('too-many-requests', {
        retryAfterS: secondsToWait(untilMs - nowMs),
      })
  }
}
