import { putSetting, type Store, setting } from '@dragoman/store'

/** The last time that was looked at, and from when on nothing speaks against the clock, in ms since 1970. */
export type ClockNote = { readonly lastMs: number; readonly sureFromMs: number }

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How far the clock can be from a steady one between two looks. */
const TOLERANCE_MS = HOUR_MS
/** How long after a jump, or the start of a server that was off, the clock has to run steadily. */
const PROOF_MS = DAY_MS

/**
 * Returns what is known of the clock after a look at it. `steadyMs` is the time since the last look by a monotonic
 * clock; null: there was none in this process. Pure, so that every case can be tested.
 */
export function lookAtClock(
  before: ClockNote | null,
  { nowMs, steadyMs }: { readonly nowMs: number; readonly steadyMs: number | null },
): ClockNote {
  if (before === null) return { lastMs: nowMs, sureFromMs: nowMs + PROOF_MS }
  const passedMs = nowMs - before.lastMs
  const differenceMs = steadyMs === null ? passedMs : passedMs - steadyMs
  // After a restart within the tolerance the last look counts as the steady one
  const isSteady = Math.abs(differenceMs) <= TOLERANCE_MS
  return { lastMs: nowMs, sureFromMs: isSteady ? before.sureFromMs : nowMs + PROOF_MS }
}

const NAME = 'clock'

/**
 * Tells whether the clock can be trusted with deleting what is too old. One that jumped forward for a moment would
 * delete everything, so deletions wait until it has run steadily for a day.
 */
export function openSureClock({ store, now }: { readonly store: Store; readonly now: () => Date }) {
  let own: { readonly note: ClockNote; readonly steadyMs: number } | null = null
  return {
    /** Looks at the clock; has to be called more often than the tolerance allows, so that a restart is seen as one. */
    async isSure(): Promise<boolean> {
      const nowMs = now().getTime()
      const steadyNowMs = performance.now()
      const note = await store.write(async (w) => {
        const stored = readNote(await setting(w, NAME))
        // Other processes look too: each compares with its own last look, and they share how sure they are
        const before =
          own === null ? stored : { ...own.note, sureFromMs: stored?.sureFromMs ?? own.note.sureFromMs }
        const seen = lookAtClock(before, {
          nowMs,
          steadyMs: own === null ? null : steadyNowMs - own.steadyMs,
        })
        await putSetting(w, NAME, seen)
        return seen
      })
      own = { note, steadyMs: steadyNowMs }
      return nowMs >= note.sureFromMs
    },
  }
}

function readNote(value: unknown): ClockNote | null {
  const { lastMs, sureFromMs } = (value ?? {}) as Readonly<Record<string, unknown>> // checked on the next line
  return typeof lastMs === 'number' && typeof sureFromMs === 'number' ? { lastMs, sureFromMs } : null
}
