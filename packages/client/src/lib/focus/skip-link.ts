import { type MouseEvent, useEffect } from 'react'
import { useLatestCallback } from '../use-latest-callback.ts'

let focusContent: (() => boolean) | null = null

/**
 * Sets the screen's own target of "Skip to content": `focus` moves the focus there, and returns false if
 * there is nothing yet.
 */
export function useSkipTarget(focus: () => boolean): void {
  const own = useLatestCallback(focus)
  useEffect(() => {
    focusContent = own
    return () => {
      if (focusContent === own) focusContent = null
    }
  }, [own])
}

/** Handles the skip link: focuses the screen's own target, otherwise follows the link. */
export function skipToContent(event: MouseEvent): void {
  if (focusContent?.() === true) event.preventDefault()
}
