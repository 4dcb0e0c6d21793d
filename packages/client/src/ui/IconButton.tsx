import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { Tip } from './Tip.tsx'

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> & {
  /** What it does: read aloud, and shown as a tip. */
  readonly label: string
  readonly keys?: string
  readonly size?: 'normal' | 'small'
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** A button that shows a sign only; its label is its tip. */
export function IconButton({ label, keys, size = 'normal', children, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} {...(keys === undefined ? {} : { keys })}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={`${styles.button} ${styles.icon} ${size === 'small' ? styles.small : ''}`}
      >
        {children}
      </AriaButton>
    </Tip>
  )
}
