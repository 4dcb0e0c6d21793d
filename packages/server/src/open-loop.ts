/** Work in the background: one run at a time, and one more if it was woken during a run. */
export type Loop = {
  readonly wake: () => void
  /** Wakes after this time, unless asked for another time before. */
  readonly wakeIn: (ms: number) => void
  /** Wakes at this interval from now on. */
  readonly start: (everyMs: number) => void
  /** Aborted when it closes. */
  readonly signal: AbortSignal
  /** Resolves when it does not run. */
  readonly idle: () => Promise<void>
  /** Resolves when the current run has ended; there is no other. */
  readonly close: () => Promise<void>
}

/** `onError` gets the error of a run that failed, unless the loop is closing; the next run follows as usual. */
export function openLoop(run: () => Promise<void>, onError: (error: unknown) => void): Loop {
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | null = null
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let interval: NodeJS.Timeout | undefined

  async function runAll(): Promise<void> {
    while (isWoken && !signal.aborted) {
      isWoken = false
      try {
        await run()
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
    }
    running = null
  }

  function wake(): void {
    if (signal.aborted) return
    isWoken = true
    running ??= runAll()
  }

  return {
    wake,
    wakeIn(ms) {
      clearTimeout(timer)
      timer = signal.aborted ? undefined : setTimeout(wake, ms).unref()
    },
    start(everyMs) {
      interval ??= setInterval(wake, everyMs).unref()
    },
    signal,
    async idle() {
      while (running !== null) await running
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      clearInterval(interval)
      await running
    },
  }
}
