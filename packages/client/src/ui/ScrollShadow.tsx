import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import styles from './ScrollShadow.module.css'

export type ScrollShadowProps = {
  /** The element inside that scrolls sideways. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Darkens an edge with more content beyond it, so that hidden columns are always indicated. */
export function ScrollShadow({ scroller, className, children }: ScrollShadowProps) {
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      // From right to left, scroll offsets are negative.
      const scrolled = Math.abs(element.scrollLeft)
      const next = { before: scrolled > 2, after: scrolled + element.clientWidth < element.scrollWidth - 2 }
      setMore((old) => (old.before === next.before && old.after === next.after ? old : next))
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
  return (
    <div
      className={`${styles.frame} ${className ?? ''}`}
      data-more-before={more.before}
      data-more-after={more.after}
    >
      {children}
    </div>
  )
}
