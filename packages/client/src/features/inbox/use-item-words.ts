import type { NotificationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { type DueWords, useDueWords } from '../../components/use-due-words.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'

export type ItemWords = {
  /** What happened, without the key. */
  readonly title: string
  /** The same as a heading of its own. */
  readonly heading: string
  /** When, or until when. */
  readonly when: string
  readonly due: DueWords['due'] | null
}

/** How one thing that needs the person is said. */
export function useItemWords(): (item: NotificationReply) => ItemWords {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const dueWords = useDueWords()
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
    const due = task?.due == null || kind === 'task-done' ? null : dueWords(task.due)
    return {
      title: t(`line.${kind}`, params),
      heading: t(`heading.${kind}`, params),
      when: due?.text ?? formats.relative(at),
      due: due?.due ?? null,
    }
  }
}
