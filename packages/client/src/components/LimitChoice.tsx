import { Checkbox } from '../ui/Checkbox.tsx'
import styles from './LimitChoice.module.css'

export type LimitChoiceProps = {
  readonly legend: string
  readonly everything: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly value: readonly string[] | null
  readonly onChange: (chosen: readonly string[] | null) => void
}

/** All of some things, or only the selected ones. */
export function LimitChoice({ legend, everything, options, value, onChange }: LimitChoiceProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {everything}
      </Checkbox>
      {options.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={value === null || value.includes(id)}
          onChange={(isIn) => {
            const before = value ?? options.map((option) => option.id)
            onChange(isIn ? [...before.filter((one) => one !== id), id] : before.filter((one) => one !== id))
          }}
        >
          <bdi>{name}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  )
}
