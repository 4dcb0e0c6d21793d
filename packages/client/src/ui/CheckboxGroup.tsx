import type { ReactNode } from 'react'
import { Checkbox } from './Checkbox.tsx'
import styles from './CheckboxGroup.module.css'

export type CheckboxGroupProps<Id extends string> = {
  readonly legend: string
  readonly options: readonly {
    readonly id: Id
    readonly name: string
    readonly lang?: string
    readonly hint?: string
  }[]
  readonly value: readonly Id[]
  readonly onChange: (chosen: readonly Id[]) => void
  /** A checkbox before the others, such as one for all of them. */
  readonly children?: ReactNode
}

/** Several of some options. */
export function CheckboxGroup<Id extends string>(props: CheckboxGroupProps<Id>) {
  const { legend, options, value, onChange, children } = props
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
      {options.map(({ id, name, lang, hint }) => (
        <Checkbox
          key={id}
          isSelected={value.includes(id)}
          hint={hint}
          onChange={(isIn) => onChange([...value.filter((one) => one !== id), ...(isIn ? [id] : [])])}
        >
          <bdi lang={lang}>{name}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  )
}
