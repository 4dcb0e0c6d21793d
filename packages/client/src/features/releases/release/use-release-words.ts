import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'

/** How releases, times and shares of readers are named on screen. */
export function useReleaseWords() {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  return {
    /** `v42` */
    number: (number: number) => t('number', { number }),
    /** `today, 09:40`, or the date of another day. */
    when(iso: string): string {
      const isToday = new Date(iso).toDateString() === new Date().toDateString()
      return isToday ? t('today', { time: formats.time(iso) }) : formats.date(iso)
    },
    /** A future time: `Dec 1, 9:00 AM`, with the year if it is another. */
    ahead(iso: string): string {
      const isThisYear = new Date(iso).getFullYear() === new Date().getFullYear()
      return isThisYear ? formats.dayTime(iso) : formats.dateTime(iso)
    },
    /** Of 100 readers. */
    share: (percent: number) => formats.percent(percent / 100),
  }
}
