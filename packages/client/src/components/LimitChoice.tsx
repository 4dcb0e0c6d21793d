import { Checkbox } from '../ui/Checkbox.tsx'
import { CheckboxGroup, type CheckboxGroupProps } from '../ui/CheckboxGroup.tsx'

export type LimitChoiceProps = Pick<CheckboxGroupProps<string>, 'legend' | 'options'> & {
  readonly everything: string
  /** Null: all of them. */
  readonly value: readonly string[] | null
  readonly onChange: (chosen: readonly string[] | null) => void
}

/** All of some things, or only the selected ones. */
export function LimitChoice({ legend, everything, options, value, onChange }: LimitChoiceProps) {
  return (
    <CheckboxGroup
      legend={legend}
      options={options}
      value={value ?? options.map(({ id }) => id)}
      onChange={onChange}
    >
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {everything}
      </Checkbox>
    </CheckboxGroup>
  )
}
