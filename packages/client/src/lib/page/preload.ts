type Load = () => Promise<unknown>

const queued: Load[] = []
let isStarted = false
let isQuiet = () => true
let isLoading = false

const QUIET_CHECK_MS = 300

/**
 * Loads code or texts in the background, one after the other, so that they are there without a connection too.
 * Failures are ignored: what is needed is loaded again when it is needed.
 */
export function preload(load: Load): void {
  queued.push(load)
  if (isStarted) next()
}

/**
 * Starts to preload when the browser is idle and `quiet`: the page loads nothing that it shows. Called once, after
 * the first screen was rendered.
 */
export function startPreloading(quiet: () => boolean): void {
  isStarted = true
  isQuiet = quiet
  if (document.readyState === 'complete') next()
  else window.addEventListener('load', next, { once: true })
}

function next(): void {
  if (isLoading || queued.length === 0 || savesData()) return
  isLoading = true
  whenIdle(() => {
    const load = queued.shift() ?? (() => Promise.resolve())
    load()
      .catch(() => undefined)
      .finally(() => {
        isLoading = false
        next()
      })
  })
}

/** On a slow network, what is shown comes first. Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if (!isQuiet()) setTimeout(() => whenIdle(run), QUIET_CHECK_MS)
  else if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 200)
}

/** Whether the person asked the browser to load as little as possible. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}
