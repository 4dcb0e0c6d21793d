import type { TranslationReply } from '@dragoman/contract'
import { directionOf, FORM_NAMES } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/Message.tsx'
import styles from './SidePanel.module.css'

export type FormTextsProps = {
  readonly translation: Pick<TranslationReply, 'forms' | 'language'>
  /** Shown instead of an empty text. */
  readonly none: string
}

/** A text in one language, each form on a line; the forms of a plural with their names. */
export function FormTexts({ translation: { forms, language }, none }: FormTextsProps) {
  const { t } = useTranslation('translations')
  const written = FORM_NAMES.filter((form) => (forms[form] ?? '') !== '')
  if (written.length === 0) return <i className={styles.none}>{none}</i>
  return written.map((form) => (
    <span key={form} className={styles.formLine}>
      {written.length === 1 ? null : <span className={styles.formName}>{t(`form.${form}`)}</span>}
      <span className={styles.text} dir={directionOf(language)}>
        <Message text={forms[form] ?? ''} language={language} lines="line" />
      </span>
    </span>
  ))
}
