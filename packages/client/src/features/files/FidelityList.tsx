import type { FidelityReply } from '@dragoman/contract'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import styles from './Fidelity.module.css'

const SIGNS = { error: CircleAlert, warning: TriangleAlert, note: Info } as const

/** Differences between a file and the project, most serious first, each with the affected keys. */
export function FidelityList({ report }: { readonly report: readonly FidelityReply[] }) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  return (
    <ul className={styles.list}>
      {report.map(({ code, severity, count, examples }) => {
        const Sign = SIGNS[severity]
        return (
          <li key={code} className={`${styles.item} ${styles[severity]}`}>
            <Sign aria-hidden="true" />
            <details>
              <summary>
                <span className="visually-hidden">{t(`severity.${severity}`)}: </span>
                {t(`fidelity.${code}`)} <span className="muted">({formats.number(count)})</span>
              </summary>
              <ul className={styles.names}>
                {examples.map(({ name, form = '' }) => (
                  <li key={`${name}/${form}`}>
                    <code dir="ltr">
                      {form === '' ? shownKeyName(name) : `${shownKeyName(name)} (${form})`}
                    </code>
                  </li>
                ))}
                {count > examples.length ? (
                  <li className="muted">{t('fidelityMore', { count: count - examples.length })}</li>
                ) : null}
              </ul>
            </details>
          </li>
        )
      })}
    </ul>
  )
}
