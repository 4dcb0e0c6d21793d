import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Members.module.css'

export type LanguageChoiceProps = {
  readonly all: readonly string[]
  /** Null: all of them, also those that are added later. */
  readonly value: readonly string[] | null
  readonly onChange: (languages: readonly string[] | null) => void
}

/** All languages, or some of them. */
export function LanguageChoice({ all, value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  return (
    <LimitChoice
      legend={t('languages')}
      everything={t('allLanguages')}
      options={all.map((tag) => ({ id: tag, name: formats.languageName(tag) }))}
      value={value}
      onChange={onChange}
    />
  )
}

export type LimitChoiceProps = {
  readonly legend: string
  readonly everything: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly value: readonly string[] | null
  readonly onChange: (chosen: readonly string[] | null) => void
}

/** All of some things, or those that are ticked. */
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
