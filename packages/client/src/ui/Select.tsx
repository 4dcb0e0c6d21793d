import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { FieldNotes } from './FieldNotes.tsx'
import menu from './Menu.module.css'
import styles from './Select.module.css'
import field from './TextField.module.css'

export type SelectOption<Id extends string = string> = {
  readonly id: Id
  readonly name: string
  readonly lang?: string
  readonly note?: ReactNode
}

export type SelectProps<Id extends string = string> = {
  readonly label: string
  readonly labelHidden?: true
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly options: readonly SelectOption<Id>[]
  readonly value: Id | null
  readonly onChange: (id: Id) => void
  readonly placeholder?: string
  readonly isDisabled?: boolean
  /** `quiet`: without a frame, for a choice that is rarely changed. */
  readonly look?: 'plain' | 'quiet'
}

/** A choice of a few options. Without options, such as before they are loaded, it is disabled: it could not be opened. */
export function Select<Id extends string>({
  label,
  labelHidden,
  hint,
  problem,
  options,
  value,
  onChange,
  placeholder,
  isDisabled = false,
  look = 'plain',
}: SelectProps<Id>) {
  return (
    <AriaSelect
      className={field.field ?? ''}
      value={value}
      onChange={(key) => {
        const option = options.find(({ id }) => id === key)
        if (option !== undefined) onChange(option.id)
      }}
      isDisabled={isDisabled || options.length === 0}
      isInvalid={problem !== undefined}
      {...(placeholder === undefined ? {} : { placeholder })}
    >
      <Label className={labelHidden ? 'visually-hidden' : (field.label ?? '')}>{label}</Label>
      <Button className={`${styles.button} ${look === 'quiet' ? styles.quiet : ''}`}>
        <SelectValue className={styles.value ?? ''}>
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : <bdi>{selectedText}</bdi>
          }
        </SelectValue>
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldNotes hint={hint} problem={problem} />
      <Popover className={`${menu.popover} ${styles.popover}`} offset={4}>
        <ListBox className={menu.menu ?? ''} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.name} className={menu.row ?? ''}>
              <span className={menu.name}>
                <bdi lang={option.lang}>{option.name}</bdi>
              </span>
              {option.note === undefined ? null : <span className={menu.note}>{option.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
