import type { LooksParts } from './open-looks.ts'

/** Pause between looks at the branch when no push is reported. */
const POLL_MS = 5 * 60_000
/** Keeps the many sources of a server from looking at the same moment. */
const POLL_JITTER = 0.2
/** Pause after a failed look; doubled each time. */
const RETRY_MS = 15_000

/** Calls `poll` regularly. After failures it waits longer each time, and as long as a forge asks for. */
export function openLookTimer({ signal, now }: Pick<LooksParts, 'signal' | 'now'>, poll: () => void) {
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
      timer = setTimeout(poll, withJitter(Math.max(usual, notBeforeMs - now().getTime())))
      timer.unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** Returns a pause that differs a little from that of other sources. */
export const withJitter = (ms: number) => ms * (1 + POLL_JITTER * (Math.random() * 2 - 1))
