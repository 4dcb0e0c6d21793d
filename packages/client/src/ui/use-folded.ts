import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the parts of a row do not fit next to each other, so that some have to be folded into a menu. The row
 * must not wrap. `content` names what the row shows: if it changes, the row is measured again.
 */
export function useFolded(row: RefObject<HTMLElement | null>, content: string): boolean {
  const [isFolded, setIsFolded] = useState(false)
  const needed = useRef(0)
  const measured = useRef(content)
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    if (measured.current !== content) {
      measured.current = content
      setIsFolded(false)
    }
    const measure = () => {
      const { scrollWidth, clientWidth } = element
      if (isFolded) setIsFolded(clientWidth < needed.current)
      else if (scrollWidth > clientWidth) {
        needed.current = scrollWidth
        setIsFolded(true)
      }
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, content, isFolded])
  return isFolded
}
