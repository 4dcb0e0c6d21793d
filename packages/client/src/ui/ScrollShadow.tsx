import type { CSSProperties, ReactNode } from 'react'
import styles from './ScrollShadow.module.css'
import type { HiddenEdges } from './use-hidden-edges.ts'

export type ScrollShadowProps = {
  /** Of the element inside that scrolls sideways. */
  readonly edges: HiddenEdges
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** Darkens an edge with more content beyond it, so that hidden columns are always indicated. */
export function ScrollShadow({ edges, className, style, children }: ScrollShadowProps) {
  return (
    <div
      className={`${styles.frame} ${className ?? ''}`}
      style={style}
      data-more-before={edges.before}
      data-more-after={edges.after}
    >
      {children}
    </div>
  )
}
