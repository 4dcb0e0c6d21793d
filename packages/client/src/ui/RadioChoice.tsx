import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import styles from './RadioChoice.module.css'
import field from './TextField.module.css'

export type RadioChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  /** The chosen option has the focus when the choice is shown. */
  readonly autoFocus?: true
  readonly options: readonly { readonly id: T; readonly name: string; readonly hint?: string }[]
}

/** A choice of two or three options, all visible, with explanations where needed. */
export function RadioChoice<T extends string>(props: RadioChoiceProps<T>) {
  const { label, value, onChange, options, autoFocus } = props
  return (
    // The ids of the options are the only possible values.
    <RadioGroup className={styles.group ?? ''} value={value} onChange={(id) => onChange(id as T)}>
      <Label className={field.label ?? ''}>{label}</Label>
      {options.map(({ id, name, hint }) => (
        <Radio
          key={id}
          value={id}
          className={styles.radio ?? ''}
          autoFocus={autoFocus === true && id === value}
        >
          <span className={styles.ring} aria-hidden="true" />
          <span className={styles.text}>
            {name}
            {hint === undefined ? null : <small>{hint}</small>}
          </span>
        </Radio>
      ))}
      <FieldError className={field.problem ?? ''} />
    </RadioGroup>
  )
}
