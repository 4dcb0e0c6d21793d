import type { FormName, Forms } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { Message } from '../../components/Message.tsx'
import styles from './ReviewTexts.module.css'
import { formsOf } from './review-item.ts'

export type ReviewTextsProps = {
  readonly forms: Forms
  /** What it is compared with; null: nothing, the text is shown as it is. */
  readonly before?: Forms | null
  readonly language: string
}

/** A text with all its forms and marked changes. */
export function ReviewTexts({ forms, before = null, language }: ReviewTextsProps) {
  const { t } = useTranslation('translations')
  const names = formsOf(forms, before)
  return (
    <div className={styles.texts}>
      {names.map((form) => (
        <p key={form} className={names.length === 1 ? undefined : styles.labeled}>
          {names.length === 1 ? null : <span className={styles.form}>{t(`form.${form}`)}</span>}
          <span>
            <OneText form={form} forms={forms} before={before} language={language} />
          </span>
        </p>
      ))}
    </div>
  )
}

function OneText({
  form,
  forms,
  before,
  language,
}: {
  readonly form: FormName
  readonly forms: Forms
  readonly before: Forms | null
  readonly language: string
}) {
  const text = forms[form] ?? ''
  return before === null ? (
    <Message text={text} language={language} />
  ) : (
    <DiffText before={before[form] ?? ''} after={text} language={language} />
  )
}
