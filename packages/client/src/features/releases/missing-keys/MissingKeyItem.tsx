import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import styles from './MissingKeys.module.css'
import type { MissingKeyRow } from './missing-key-rows.ts'

export type MissingKeyItemProps = {
  readonly row: MissingKeyRow
  readonly isChosen: boolean
  readonly isDisabled: boolean
  /** Why it was not added. */
  readonly problem: string | null
  readonly onChoose: (isChosen: boolean) => void
}

/** A key that apps lack: what they show instead, in which languages, how often and when they requested it. */
export function MissingKeyItem({ row, isChosen, isDisabled, problem, onChoose }: MissingKeyItemProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const { namespace, name, plural, forms, languages, count, lastAt } = row
  const texts = Object.entries(forms)
  const shownName = `${namespace}:${shownKeyName(name)}`
  return (
    <li className={styles.item}>
      <Checkbox
        isSelected={isChosen}
        isDisabled={isDisabled}
        onChange={onChoose}
        aria-label={t('missing.choose', { key: shownName })}
      />
      <div className={styles.what}>
        <code dir="ltr">
          {namespace}:<b>{shownKeyName(name)}</b>
        </code>
        {plural === 'none' ? null : <small>{t('missing.plural')}</small>}
        {texts.length === 0 ? (
          <p className={styles.onlyKey}>{t('missing.onlyKey')}</p>
        ) : (
          texts.map(([form, text]) => (
            <p key={form} className={styles.text}>
              <bdi>{text}</bdi>
            </p>
          ))
        )}
        {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      </div>
      <span className={styles.languages} title={formats.list(languages.map(formats.languageName))}>
        <bdi dir="ltr">{languages.join(', ')}</bdi>
      </span>
      <span className={styles.count}>{t('missing.times', { count })}</span>
      <time className={styles.when} dateTime={lastAt} title={formats.dateTime(lastAt)}>
        {formats.relative(lastAt)}
      </time>
    </li>
  )
}
