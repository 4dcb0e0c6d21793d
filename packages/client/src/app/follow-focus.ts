import type { AnyRouter } from '@tanstack/react-router'
import { focusScreen, isFocusLost } from '../lib/focus/focus-screen.ts'
import { watchFocus } from '../lib/focus/watch-focus.ts'

/** If a screen has no heading after this time, the focus stays where it is. */
const WAIT_MS = 5000
/** Time for a screen to set the focus itself. */
const GRACE_MS = 80
const LOOK_EVERY_MS = 50

/**
 * Moves the focus into each new screen after a navigation, to its heading unless the screen sets the focus
 * itself or a person has moved it in the meantime. Returns a function that ends it.
 */
export function followFocus(router: AnyRouter): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
    clearTimeout(timer)
    const isMoved = watchFocus()
    const endMs = performance.now() + WAIT_MS
    const land = () => {
      const main = document.querySelector('main')
      const isInside =
        !isFocusLost() &&
        main !== null &&
        main !== document.activeElement &&
        main.contains(document.activeElement)
      const isElsewhere = document.activeElement?.closest('[role=dialog], [role=alertdialog]') != null
      if (isInside || isElsewhere || isMoved()) return
      if (main?.querySelector('h1') != null) focusScreen()
      else if (performance.now() < endMs) timer = setTimeout(land, LOOK_EVERY_MS)
      else focusScreen()
    }
    timer = setTimeout(land, GRACE_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
