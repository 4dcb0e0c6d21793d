import { type MouseEvent, useEffect, useRef } from 'react'

let focusContent: (() => boolean) | null = null

/**
 * Sets the screen's own target of "Skip to content": `focus` moves the focus there, and returns false if
 * there is nothing yet.
 */
export function useSkipTarget(focus: () => boolean): void {
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    const own = () => latest.current()
    focusContent = own
    return () => {
      if (focusContent === own) focusContent = null
    }
  }, [])
}

/** Handles the skip link: focuses the screen's own target, otherwise follows the link. */
export function skipToContent(event: MouseEvent): void {
  if (focusContent?.() === true) event.preventDefault()
}
