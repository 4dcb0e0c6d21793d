import type { KeyServedReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import styles from './ServedSummary.module.css'

/** When apps last requested a key, and how reliable that information is. */
export function ServedSummary({ served }: { readonly served: KeyServedReply }) {
  const { t } = useTranslation('translations')
  const day = useDay()
  const { files, usedOn, reports, countedSince } = served
  const [last] = files
  if (reports !== null)
    return (
      <div className={styles.summary}>
        <p>{usedOn === null ? t('served.notUsed') : t('served.used', { day: day(usedOn) })}</p>
        <p className={styles.about}>{t('served.aboutReports', { day: day(reports.since) })}</p>
      </div>
    )
  if (countedSince === null)
    return (
      <div className={styles.summary}>
        <p className={styles.about}>{t('served.nothingKnown')}</p>
      </div>
    )
  return (
    <div className={styles.summary}>
      <p>
        {last === undefined
          ? t('served.notLoaded', { day: day(countedSince) })
          : t('served.loaded', { day: day(last.lastOn), channel: last.channel })}
      </p>
      <p className={styles.about}>{t('served.aboutFiles')}</p>
    </div>
  )
}

/** Returns the text about one alias; null: nothing beyond that of its key. */
export function useAliasWords(): (
  served: KeyServedReply,
  alias: KeyServedReply['aliases'][number],
) => string | null {
  const { t } = useTranslation('translations')
  const day = useDay()
  return ({ reports }, { usedOn, takenBy }) => {
    if (takenBy !== null) return t('served.taken')
    if (usedOn !== null) return t('served.asked', { day: day(usedOn) })
    return reports === null ? null : t('served.notAsked', { day: day(reports.since) })
  }
}

function useDay(): (day: string) => string {
  const formats = useFormats()
  // Noon is on the same day in every time zone.
  return (day) => formats.date(`${day}T12:00`)
}
