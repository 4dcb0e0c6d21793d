import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { Kbd } from './Kbd.tsx'

export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger' | 'quiet'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> & {
  readonly look?: ButtonLook
  readonly size?: 'normal' | 'small'
  /** Works on it: pressing again does nothing. */
  readonly isPending?: boolean
  /** Keys shown inside, in the notation of `Shortcut.keys`. */
  readonly keys?: string
  readonly ref?: Ref<HTMLButtonElement>
  readonly children?: ReactNode
}

/** The one kind of button. One `primary` per view. */
export function Button({
  look = 'plain',
  size = 'normal',
  keys,
  isPending = false,
  children,
  ...rest
}: ButtonProps) {
  // a button that works keeps the focus, so it is not switched off: it only does nothing more
  const still = isPending ? { onPress: ignore, type: 'button' as const, 'aria-busy': true } : {}
  return (
    <AriaButton
      {...rest}
      {...still}
      className={`${styles.button} ${styles[look]} ${size === 'small' ? styles.small : ''} ${isPending ? styles.pending : ''}`}
    >
      {children}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </AriaButton>
  )
}

function ignore(): void {}
