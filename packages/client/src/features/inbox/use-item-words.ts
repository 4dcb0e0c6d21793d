import type { NotificationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { type DueWords, useDueWords } from '../../components/use-due-words.ts'
import { useProblemText } from '../../components/use-problem-text.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { itemKind } from './item-kinds.ts'

export type ItemWords = {
  /** What happened, without the key. */
  readonly title: string
  /** The same as a separate heading. */
  readonly heading: string
  /** An excerpt of what was written, or the problem; empty if the title says everything. */
  readonly said: string
  /** When, or until when. */
  readonly when: string
  readonly due: DueWords['due'] | null
}

/** Returns a function that describes a notification. */
export function useItemWords(): (item: NotificationReply) => ItemWords {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const actorName = useActorName()
  const dueWords = useDueWords()
  const problemText = useProblemText()
  return (item) => {
    const { kind, actor, task, strings, language, at, text, problem } = item
    const count = strings?.reduce((sum, one) => sum + one.count, 0) ?? 0
    const name = language === null ? '' : endonym(language)
    const params = {
      actor: actorName(actor) ?? t('somebody'),
      language: name,
      count,
      title: task?.title ?? item.text ?? '',
      languages: formats.list((task?.languages ?? []).map(({ language }) => endonym(language))),
    }
    const due = task?.due == null || itemKind(item).hasDueDate !== true ? null : dueWords(task.due)
    return {
      title: t(`line.${kind}`, params),
      heading: t(`heading.${kind}`, params),
      said: problem !== null ? problemText(problem) : task !== null || strings !== null ? '' : (text ?? ''),
      when: due?.text ?? formats.relative(at),
      due: due?.due ?? null,
    }
  }
}
