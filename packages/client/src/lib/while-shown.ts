/**
 * A page that has been hidden for this long gives up its stream: over HTTP/1.1 a browser has six connections to a
 * server, for all its tabs together, and each stream takes one.
 */
const HIDDEN_MS = 30_000

/**
 * Runs something while the page is shown: it is started when the page is shown, and stopped a while after it was
 * hidden. `start` returns the function that stops it. Returns a function that ends all of it.
 */
export function whileShown(start: () => () => void): () => void {
  let stop: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    clearTimeout(timer)
    if (!document.hidden) stop ??= start()
    else if (stop !== null) timer = setTimeout(end, HIDDEN_MS)
  }

  function end(): void {
    stop?.()
    stop = null
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(timer)
    end()
  }
}
