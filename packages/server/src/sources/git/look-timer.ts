/** Pause between looks at the branch when no push is reported. */
const POLL_MS = 5 * 60_000
/** Keeps the many sources of a server from looking at the same moment. */
const POLL_JITTER = 0.2
/** Pause after a failed look; doubled each time. */
const RETRY_MS = 15_000

type LookTimerParts = {
  /** Aborted when the source closes. */
  readonly signal: AbortSignal
  readonly now: () => Date
}

/** Calls `poll` regularly. After failures it waits longer each time, and as long as a forge asks for. */
export function openLookTimer({ signal, now }: LookTimerParts, poll: () => void) {
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** When a forge was called too often, the branch is not checked before this time. */
  let notBeforeMs = 0

  return {
    hasFailed: () => failures > 0,
    noteDone(): void {
      failures = 0
    },
    noteFailed(): void {
      failures++
    },
    pause(ms: number): void {
      notBeforeMs = now().getTime() + ms
    },
    schedule(afterMs = POLL_MS): void {
      if (signal.aborted) return
      clearTimeout(timer)
      const usual = failures === 0 ? afterMs : Math.min(POLL_MS, RETRY_MS * 2 ** (failures - 1))
      const askedMs = Math.max(0, notBeforeMs - now().getTime())
      timer = setTimeout(poll, Math.max(withJitter(usual), askedMs * (1 + POLL_JITTER * Math.random())))
      timer.unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** Returns a pause that differs a little from that of other sources. */
export const withJitter = (ms: number) => ms * (1 + POLL_JITTER * (Math.random() * 2 - 1))
