import type { Log } from '../../log.ts'
import { type Comparison, next, START, type SyncEffect, type SyncEvent, type SyncState } from '../schedule.ts'
import type { Comparisons } from './comparisons.ts'
import type { Rounds } from './rounds.ts'

type ScheduleParts = {
  readonly log: Log
  readonly sourceId: number
  readonly rounds: Rounds
  readonly comparisons: Pick<Comparisons, 'answer'>
  readonly restMs: number
  /** See `runSource`. */
  readonly onAllWritten: (isCompared: boolean) => void
}

/** Does what the schedule of a source decides, and reports the results to it. */
export type FollowedSchedule = {
  readonly dispatch: (event: SyncEvent) => void
  /** Resolves when all that is due is written. */
  readonly close: () => Promise<void>
}

export function followSchedule({
  log,
  sourceId,
  rounds,
  comparisons,
  restMs,
  onAllWritten,
}: ScheduleParts): FollowedSchedule {
  let state: SyncState = { ...START, restMs }
  let timer: NodeJS.Timeout | null = null
  let lastError: unknown = null
  let closed: (() => void) | null = null

  function dispatch(event: SyncEvent): void {
    const [after, effects] = next(state, event, performance.now())
    state = after
    for (const effect of effects) perform(effect)
  }

  function perform(effect: SyncEffect): void {
    switch (effect.kind) {
      case 'wait':
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(() => dispatch({ kind: 'time-came' }), effect.ms)
        break
      case 'scan':
        attempt(() => rounds.scan(effect), effect.comparison)
        break
      case 'sort':
        attempt(() => rounds.sort(effect), effect.comparison)
        break
      case 'sync':
        attempt(() => rounds.sync(effect), effect.comparison)
        break
      case 'all-written':
        onAllWritten(effect.isCompared)
        break
      case 'compared':
        comparisons.answer(effect, lastError)
        break
      case 'closed':
        if (timer !== null) clearTimeout(timer)
        closed?.()
        break
      default:
        effect satisfies never
    }
  }

  /** Runs work whose end is the next event. */
  function attempt(work: () => Promise<SyncEvent>, comparison: Comparison | null): void {
    work()
      .catch((error: unknown): SyncEvent => {
        lastError = error
        // Callers that wait for a comparison receive the error.
        if (comparison === null) log({ level: 'error', event: 'sync-failed', source: sourceId, error })
        return { kind: 'failed' }
      })
      .then(dispatch)
      .catch((error: unknown) => log({ level: 'error', event: 'sync-broken', source: sourceId, error }))
  }

  return {
    dispatch,
    close: () =>
      new Promise((resolve) => {
        closed = resolve
        dispatch({ kind: 'close' })
      }),
  }
}
