import { LATE_MS } from '@dragoman/core'
import { dueMoves, nextMoveAt, type ScheduledMoveRow } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { openLoop } from '../open-loop.ts'
import { doScheduledMove } from './do-scheduled-move.ts'

/**
 * Moves channels at the times that people have scheduled. Every process tries; the transaction of each move
 * ensures that it happens once. Moves that were due while no server ran happen as soon as one starts.
 */
export type ScheduledMoves = Subscriber & {
  readonly start: () => void
  readonly close: () => Promise<void>
}

const AT_ONCE = 20
/** After the database was unreachable, or an unexpected error. */
const PAUSE_MS = 5_000

export function openScheduledMoves({
  store,
  now,
  log,
  timings,
}: Pick<Deps, 'store' | 'now' | 'log' | 'timings'>): ScheduledMoves {
  const pollMs = timings.scheduledMovePollMs
  const loop = openLoop(
    async () => loop.wakeIn(await doDue()),
    (error) => {
      log({ level: 'warn', event: 'scheduled-moves-not-read', error })
      loop.wakeIn(PAUSE_MS)
    },
  )
  let isStarted = false

  function wake(): void {
    if (isStarted) loop.wake()
  }

  /** Does the moves that are due, in order; returns the milliseconds until the next check. */
  async function doDue(): Promise<number> {
    const held = new Set<number>()
    for (const due of await store.read((r) => dueMoves(r, { now: now().toISOString(), limit: AT_ONCE }))) {
      if (loop.signal.aborted) return PAUSE_MS
      // Later moves of the same channel must not overtake one that will be retried.
      if (held.has(due.channelId) || !(await run(due))) held.add(due.channelId)
    }
    if (held.size > 0) return PAUSE_MS
    const next = await store.read(nextMoveAt)
    const waitMs = next === null ? pollMs : Date.parse(next) - now().getTime()
    return Math.min(Math.max(waitMs, 0), pollMs)
  }

  async function run(due: ScheduledMoveRow): Promise<boolean> {
    try {
      const at = now().toISOString()
      const outcome = await store.write((w) => doScheduledMove(w, due, at), due.by.id ?? undefined)
      const lateMs = Date.parse(at) - Date.parse(due.at)
      if (outcome === 'moved' && lateMs > LATE_MS)
        log({ level: 'warn', event: 'scheduled-move-late', move: due.id, lateMs })
      return true
    } catch (error) {
      log({ level: 'error', event: 'scheduled-move-failed', move: due.id, error })
      return false
    }
  }

  return {
    name: 'scheduled-moves',
    onEvent(event) {
      if (event.kind === 'scheduled-move.changed' && event.payload.what !== 'done') wake()
    },
    onGap: wake,
    start() {
      isStarted = true
      wake()
    },
    close: loop.close,
  }
}
