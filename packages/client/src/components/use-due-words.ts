import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { daysUntil } from './days-until.ts'

export type DueWords = { readonly text: string; readonly due: 'late' | 'soon' | 'some' }

const SOON_DAYS = 2

/** Returns a function that describes a due date (`2026-11-30`). */
export function useDueWords(): (due: string) => DueWords {
  const { t } = useTranslation('tasks')
  const formats = useFormats()
  return (due) => {
    const days = daysUntil(due, new Date())
    // Noon is on the same day in every time zone.
    const day = formats.day(`${due}T12:00`)
    if (days < 0) return { text: t('due.late', { count: -days }), due: 'late' }
    const text = days === 0 ? t('due.today') : days === 1 ? t('due.tomorrow') : t('due.on', { day })
    return { text, due: days <= SOON_DAYS ? 'soon' : 'some' }
  }
}
