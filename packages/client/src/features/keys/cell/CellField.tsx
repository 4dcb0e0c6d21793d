import { directionOf } from '@dragoman/core'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownNumbers } from '../../../components/shown-numbers.ts'
import { useFormats } from '../../../i18n/formats.ts'
import type { FormBox } from '../../../lib/text/form-boxes.ts'
import styles from './CellEditor.module.css'

export type CellFieldProps = {
  readonly box: FormBox
  readonly isPlural: boolean
  readonly label: string
  readonly language: string
  readonly length: number
  readonly maxLength: number | null
  readonly text: string
  /** The form is empty but required by the language. */
  readonly isMissing: boolean
  readonly onChange: (text: string) => void
}

/** One text of the open cell; for plurals, with category and example numbers. */
export function CellField({
  box,
  isPlural,
  label,
  language,
  length,
  maxLength,
  text,
  isMissing,
  onChange,
}: CellFieldProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const field = (
    <>
      <textarea
        className={styles.text}
        aria-label={label}
        aria-invalid={isMissing || (maxLength !== null && length > maxLength)}
        rows={1}
        lang={language}
        dir={directionOf(language)}
        spellCheck
        autoCapitalize="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {maxLength === null ? null : (
        <span
          className={styles.length}
          data-wrong={length > maxLength}
          role="img"
          aria-label={t('box.lengthOf', { count: length, max: formats.number(maxLength) })}
        >
          <bdi dir="ltr">{`${formats.number(length)} / ${formats.number(maxLength)}`}</bdi>
        </span>
      )}
    </>
  )
  if (!isPlural) return <div className={styles.one}>{field}</div>
  return (
    <div className={styles.form}>
      <span className={styles.category}>
        {t(`form.${box.form}`)}
        <small>{box.needed ? shownNumbers(box.numbers) : t('form.notNeeded')}</small>
      </span>
      <div>
        <div className={styles.field} data-missing={isMissing}>
          {field}
        </div>
        {isMissing ? (
          <p className={styles.missing}>
            <CircleAlert aria-hidden="true" />
            {t('form.missing', { language: formats.languageName(language) })}
          </p>
        ) : null}
      </div>
    </div>
  )
}
