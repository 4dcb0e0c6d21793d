import { LIMITS } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '../../../ui/TextField.tsx'

type Field = Pick<TextFieldProps, 'value' | 'onChange' | 'hint'>

export type ReleaseFieldsProps = { readonly title: Field; readonly notes: Field }

/** The fields for what people read about a release. */
export function ReleaseFields({ title, notes }: ReleaseFieldsProps) {
  const { t } = useTranslation('releases')
  return (
    <>
      <TextField label={t('field.title')} {...title} maxLength={LIMITS.nameMax} dir="auto" autoFocus />
      <TextField label={t('field.notes')} {...notes} maxLength={LIMITS.commentMax} rows={4} dir="auto" />
    </>
  )
}
