import { useCallback, useRef } from 'react'

/**
 * Returns a function that shows the comment of a link when it appears: once, because it can leave the shown replies and
 * return to them while someone writes one. `focuses`: it gets the focus too, unless someone is writing a comment.
 */
export function useLinkedComment(target: number | null, focuses: boolean): (item: HTMLElement) => void {
  const shown = useRef<number | null>(null)
  return useCallback(
    (item) => {
      if (shown.current === target) return
      shown.current = target
      item.scrollIntoView({ block: focuses ? 'center' : 'nearest' })
      const panel = item.closest('article')?.parentElement
      const isWriting = panel?.contains(document.activeElement) && document.activeElement?.matches('textarea')
      if (focuses && isWriting !== true) item.focus({ preventScroll: true })
    },
    [target, focuses],
  )
}
