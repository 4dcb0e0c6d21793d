import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaComboBoxProps,
} from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import styles from './ComboBox.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import menu from './Menu.module.css'
import select from './Select.module.css'
import field from './TextField.module.css'

export type ComboBoxOption = { readonly id: string; readonly text: string }

export type ComboBoxProps<T extends ComboBoxOption> = Omit<
  AriaComboBoxProps<T>,
  'children' | 'className' | 'style' | 'items' | 'isInvalid' | 'validationBehavior'
> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem: string | undefined
  readonly options: readonly T[]
  /** The field is for code, which is read from left to right. */
  readonly isCode?: true
  readonly openLabel?: string
  /** The content of an option. */
  readonly children: (option: T) => ReactNode
}

/** A field with options that match what is typed. */
export function ComboBox<T extends ComboBoxOption>(props: ComboBoxProps<T>) {
  const { label, hint, problem, options, isCode, openLabel, children, ...rest } = props
  return (
    <AriaComboBox
      {...rest}
      className={field.field ?? ''}
      items={options}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <div className={styles.line}>
        <Input
          className={`${field.input} ${styles.input} ${isCode ? field.code : ''}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(isCode ? { dir: 'ltr' } : {})}
        />
        <Button
          className={styles.open ?? ''}
          {...(openLabel === undefined ? {} : { 'aria-label': openLabel })}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <FieldNotes hint={hint} problem={problem} />
      <Popover className={`${menu.popover} ${select.popover}`} offset={4}>
        <ListBox<T> className={menu.menu ?? ''}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.text} className={menu.row ?? ''}>
              {children(option)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
