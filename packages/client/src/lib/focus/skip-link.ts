import { type MouseEvent, useEffect, useRef } from 'react'

let focusContent: (() => boolean) | null = null

/**
 * The screen's own place for "Skip to content": `focus` moves the focus there, false when there is nothing
 * yet.
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

/** For the skip link: goes to the place the screen named, else where the link leads. */
export function skipToContent(event: MouseEvent): void {
  if (focusContent?.() === true) event.preventDefault()
}
