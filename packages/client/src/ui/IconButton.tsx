import { type ReactNode, type Ref, use } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './Button.module.css'
import { RefusalHelpContext } from './refusal-help.ts'
import { Tip } from './Tip.tsx'

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'aria-label'> & {
  /** What it does: read aloud, and shown as a tooltip. */
  readonly label: string
  readonly keys?: string
  /** Why it cannot be pressed: it then looks disabled, and its tooltip is the reason. */
  readonly refusal?: string | null
  readonly size?: 'normal' | 'small'
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** A button that only shows an icon; its label is its tooltip. */
export function IconButton({
  label,
  keys,
  size = 'normal',
  refusal = null,
  children,
  ...rest
}: IconButtonProps) {
  const isRefused = refusal !== null
  const explain = use(RefusalHelpContext)
  const refused = refusal === null ? {} : { onPress: () => explain(refusal), 'aria-disabled': true }
  return (
    <Tip text={refusal ?? label} {...(keys === undefined || isRefused ? {} : { keys })}>
      <AriaButton
        {...rest}
        {...refused}
        aria-label={label}
        className={`${styles.button} ${styles.icon} ${size === 'small' ? styles.small : ''} ${isRefused ? styles.refused : ''}`}
      >
        {children}
      </AriaButton>
    </Tip>
  )
}
