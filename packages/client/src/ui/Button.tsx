import { type ReactNode, type Ref, use } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { Kbd } from './Kbd.tsx'
import { RefusalHelpContext } from './refusal-help.ts'
import { Tip } from './Tip.tsx'

export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger' | 'quiet'

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> & {
  readonly look?: ButtonLook
  readonly size?: 'normal' | 'small'
  /** In progress: pressing it again does nothing. */
  readonly isPending?: boolean
  /** Why it cannot be pressed: it then looks disabled, shows the reason on hover and focus, and explains it when pressed. */
  readonly refusal?: string | null
  /** Keys shown inside, in the notation of `Shortcut.keys`. */
  readonly keys?: string
  readonly ref?: Ref<HTMLButtonElement>
  readonly children?: ReactNode
}

/** The only kind of button. One `primary` per view. */
export function Button({
  look = 'plain',
  size = 'normal',
  keys,
  isPending = false,
  refusal = null,
  children,
  ...rest
}: ButtonProps) {
  const explain = use(RefusalHelpContext)
  // A pending button keeps the focus, so it is not disabled, but has no further effect.
  const still = isPending
    ? { onPress: ignore, type: 'button' as const, 'aria-disabled': true, render: renderBusy }
    : {}
  if (refusal !== null) {
    // It stays focusable, otherwise the reason would not be announced.
    const { isDisabled: _, ...others } = rest
    return (
      <Tip text={refusal}>
        <AriaButton
          {...others}
          onPress={() => explain(refusal)}
          type="button"
          aria-disabled
          className={`${styles.button} ${styles[look]} ${size === 'small' ? styles.small : ''} ${styles.refused}`}
        >
          {children}
        </AriaButton>
      </Tip>
    )
  }
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

/** React Aria leaves `aria-busy` out of the attributes that it passes on. */
const renderBusy: NonNullable<AriaButtonProps['render']> = (props) => <button {...props} aria-busy="true" />
