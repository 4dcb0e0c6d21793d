import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components/Checkbox'
import styles from './Checkbox.module.css'

export type CheckboxProps = Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> & {
  readonly children?: ReactNode
  readonly hint?: ReactNode
}

export type CheckboxMarkProps = { readonly isSelected: boolean; readonly isIndeterminate?: boolean }

/** The box of a checkbox without its behavior, for cells of a grid that are one as a whole. */
export function CheckboxMark({ isSelected, isIndeterminate = false }: CheckboxMarkProps) {
  return (
    <span className={styles.box} data-filled={isSelected || isIndeterminate} aria-hidden="true">
      {isIndeterminate ? <Minus /> : isSelected ? <Check /> : null}
    </span>
  )
}

export function Checkbox({ children, hint, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={styles.checkbox ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <CheckboxMark isSelected={isSelected} isIndeterminate={isIndeterminate} />
          {children === undefined ? null : (
            <span className={styles.text}>
              {children}
              {hint === undefined ? null : <small>{hint}</small>}
            </span>
          )}
        </>
      )}
    </AriaCheckbox>
  )
}
