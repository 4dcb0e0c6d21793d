/** Requests that arrive within this time are served together. */
const PAUSE_MS = 1000
/** Pause after each run. */
const REST_MS = 5000

/**
 * Runs an expensive job after it was requested: a moment later, again only after a pause, and not while the page is
 * hidden. What was requested last is always followed by a run.
 */
export function openSparingJob(job: () => Promise<void>): {
  readonly request: () => void
  readonly close: () => void
} {
  let isDue = false
  let isClosed = false
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isResting = () => isRunning || timer !== undefined

  function wait(ms: number): void {
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }

  function run(): void {
    if (!isDue || document.hidden) return
    isDue = false
    isRunning = true
    void job().finally(() => {
      isRunning = false
      if (!isClosed) wait(REST_MS)
    })
  }

  function follow(): void {
    if (!isResting()) run()
  }

  document.addEventListener('visibilitychange', follow)
  return {
    request() {
      isDue = true
      if (!isResting()) wait(PAUSE_MS)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    },
  }
}
