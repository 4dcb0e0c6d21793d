import { useLayoutEffect, useRef } from 'react'
import { isFocusLost } from './focus-screen.ts'

/**
 * Moves a focus that was lost because something has closed. Where a person has moved it somewhere else before, it stays
 * there.
 */
export function useFocusAfterClosing(isOpen: boolean, focusNext: () => void): void {
  const before = useRef(isOpen)
  useLayoutEffect(() => {
    const isClosed = before.current && !isOpen
    before.current = isOpen
    if (isClosed && isFocusLost()) focusNext()
  }, [isOpen, focusNext])
}
