import { useLayoutEffect, useRef } from 'react'
import { focusScreen, isFocusLost } from './focus-screen.ts'

/**
 * Moves a focus that was lost because a list and its detail have replaced each other: to the heading of the detail, or
 * back to the list.
 */
export function useFocusAfterReplacing(isDetailShown: boolean, focusList: () => void): void {
  const before = useRef(isDetailShown)
  useLayoutEffect(() => {
    if (before.current === isDetailShown) return
    before.current = isDetailShown
    if (!isFocusLost()) return
    if (isDetailShown) focusScreen()
    else focusList()
  }, [isDetailShown, focusList])
}
