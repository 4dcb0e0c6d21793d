import { useTranslation } from 'react-i18next'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { useFormats } from '../../i18n/formats.ts'

export type LanguageChoiceProps = {
  readonly all: readonly string[]
  /** Null: all of them, including those added later. */
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
