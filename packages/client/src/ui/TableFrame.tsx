import { type ReactNode, useRef } from 'react'
import { ScrollShadow } from './ScrollShadow.tsx'
import styles from './Table.module.css'
import { useHiddenEdges } from './use-hidden-edges.ts'

export type TableFrameProps = { readonly label: string; readonly children: ReactNode }

/**
 * The frame of a table, which scrolls sideways if the table is too wide: then its edges are dark, and it can be focused
 * to scroll by keyboard. It is no landmark, so its label can be that of the section around it.
 */
export function TableFrame({ label, children }: TableFrameProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const edges = useHiddenEdges(scroller)
  const scrolls = edges.before || edges.after
  return (
    <ScrollShadow edges={edges}>
      <div
        ref={scroller}
        className={styles.frame}
        {...(scrolls ? { role: 'group', tabIndex: 0, 'aria-label': label } : {})}
      >
        {children}
      </div>
    </ScrollShadow>
  )
}
