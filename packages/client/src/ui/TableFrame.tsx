import { type ReactNode, useRef } from 'react'
import { ScrollShadow } from './ScrollShadow.tsx'
import styles from './Table.module.css'
import { useHiddenEdges } from './use-hidden-edges.ts'

export type TableFrameProps = { readonly label: string; readonly children: ReactNode }

/**
 * The frame of a table, which scrolls sideways if the table is too wide: then its edges are dark, and it can be focused
 * to scroll by keyboard.
 */
export function TableFrame({ label, children }: TableFrameProps) {
  const scroller = useRef<HTMLElement>(null)
  const edges = useHiddenEdges(scroller)
  return (
    <ScrollShadow edges={edges}>
      <section
        ref={scroller}
        className={styles.frame}
        tabIndex={edges.before || edges.after ? 0 : undefined}
        aria-label={label}
      >
        {children}
      </section>
    </ScrollShadow>
  )
}
