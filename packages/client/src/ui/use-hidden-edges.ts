import { type RefObject, useEffect, useState } from 'react'

/** Whether an element that scrolls sideways has content beyond its start and its end. */
export type HiddenEdges = { readonly before: boolean; readonly after: boolean }

/** Returns which edges of an element hide content, also after it was scrolled or resized. */
export function useHiddenEdges(scroller: RefObject<HTMLElement | null>): HiddenEdges {
  const [edges, setEdges] = useState<HiddenEdges>({ before: false, after: false })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      // From right to left, scroll offsets are negative.
      const scrolled = Math.abs(element.scrollLeft)
      const next = { before: scrolled > 2, after: scrolled + element.clientWidth < element.scrollWidth - 2 }
      setEdges((old) => (old.before === next.before && old.after === next.after ? old : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller])
  return edges
}
