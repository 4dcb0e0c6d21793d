import { isInOverlay } from './focus-places.ts'
import { isScreenUnclaimed } from './focus-screen.ts'

/**
 * Remembers where the focus is. The returned function tells whether a person has moved it since, so that a
 * screen that is still loading must not take it. A menu or dialog returns the focus when it closes, and a
 * screen puts it on its heading: neither counts.
 */
export function watchFocus(): () => boolean {
  const start = document.activeElement
  const isReturned = isInOverlay(start)
  return () => !isReturned && document.activeElement !== start && !isScreenUnclaimed()
}
