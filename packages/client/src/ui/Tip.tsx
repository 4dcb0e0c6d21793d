import type { ReactElement } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Kbd } from './Kbd.tsx'
import styles from './Tip.module.css'

/** A tooltip for a control, on hover and focus. The child must be focusable by React Aria. */
export function Tip({
  text,
  keys,
  children,
}: {
  readonly text: string
  readonly keys?: string
  readonly children: ReactElement
}) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <Tooltip className={styles.tip ?? ''} offset={6}>
        {text}
        {keys === undefined ? null : <Kbd keys={keys} />}
      </Tooltip>
    </TooltipTrigger>
  )
}
