import { directionOf, type FormName, type Forms } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/TextField.tsx'

export type FormFieldsProps = {
  readonly names: readonly FormName[]
  readonly language: string
  readonly forms: Forms
  /** For a text with one form. */
  readonly label: string
  readonly labelHidden?: true
  readonly onForms: (forms: Forms) => void
}

/** Fields for typing a text, one per form. */
export function FormFields({ names, language, forms, label, labelHidden, onForms }: FormFieldsProps) {
  const { t } = useTranslation('translations')
  const isOne = names.length === 1
  return names.map((form) => (
    <TextField
      key={form}
      label={isOne ? label : t(`form.${form}`)}
      {...(isOne && labelHidden ? { labelHidden } : {})}
      rows={2}
      lang={language}
      dir={directionOf(language)}
      value={forms[form] ?? ''}
      onChange={(text) => onForms({ ...forms, [form]: text })}
    />
  ))
}
