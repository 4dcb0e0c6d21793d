import type { NotificationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { daysUntil } from './group-by-project.ts'

export type ItemWords = {
  /** What happened, without the key. */
  readonly title: string
  /** The same as a heading of its own. */
  readonly heading: string
  /** When, or until when. */
  readonly when: string
  readonly due: 'late' | 'soon' | 'some' | null
}

const SOON_DAYS = 2

/** How one thing that needs the person is said. */
export function useItemWords(): (item: NotificationReply) => ItemWords {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  return (item) => {
    const { kind, actor, task, strings, language, at } = item
    const count = strings?.reduce((sum, one) => sum + one.count, 0) ?? 0
    const name = language === null ? '' : endonym(language)
    const params = {
      actor: actor?.name ?? t('somebody'),
      language: name,
      count,
      title: task?.title ?? item.text ?? '',
      languages: formats.list((task?.languages ?? []).map(endonym)),
    }
    // When it was due is of no more matter once it is done.
    const due = kind === 'task-done' ? null : (task?.due ?? null)
    const days = due === null ? null : daysUntil(due, new Date())
    const dueWords =
      days === null || due === null
        ? null
        : days < 0
          ? t('due.late', { count: -days })
          : days === 0
            ? t('due.today')
            : days === 1
              ? t('due.tomorrow')
              : t('due.on', { day: formats.day(`${due}T12:00`) })
    return {
      title: t(`line.${kind}`, params),
      heading: t(`heading.${kind}`, params),
      when: dueWords ?? formats.relative(at),
      due: days === null ? null : days < 0 ? 'late' : days <= SOON_DAYS ? 'soon' : 'some',
    }
  }
}
