import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { Kbd } from './Kbd.tsx'

export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger' | 'quiet'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> & {
  readonly look?: ButtonLook
  readonly size?: 'normal' | 'small'
  /** Keys shown inside, in the notation of `Shortcut.keys`. */
  readonly keys?: string
  readonly ref?: Ref<HTMLButtonElement>
  readonly children?: ReactNode
}

/** The one kind of button. One `primary` per view. */
export function Button({ look = 'plain', size = 'normal', keys, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`${styles.button} ${styles[look]} ${size === 'small' ? styles.small : ''}`}>
      {children}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </AriaButton>
  )
}
