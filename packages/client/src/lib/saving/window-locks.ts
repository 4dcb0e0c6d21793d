/** Which windows of this browser are open: each holds a lock, or a substitute in tests does. */
export type WindowLocks = {
  /** Takes the lock of a window until it closes. */
  readonly hold: (windowId: string) => void
  /** Resolves when no window with this id is open any more: it was closed, has crashed, or never was. */
  readonly closed: (windowId: string) => Promise<void>
}

/**
 * Returns the locks of this browser, which it releases when a window ends, however that happens. Null without
 * HTTPS, except on localhost: browsers do not provide them there.
 */
export function browserLocks(): WindowLocks | null {
  if (!('locks' in navigator)) return null
  const { locks } = navigator
  const nameOf = (windowId: string) => `dragoman-window:${windowId}`
  return {
    hold: (windowId) => void locks.request(nameOf(windowId), () => new Promise(() => {})),
    closed: (windowId) => locks.request(nameOf(windowId), () => {}),
  }
}
