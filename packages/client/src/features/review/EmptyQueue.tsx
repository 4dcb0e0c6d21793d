import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { WaitingLanguage } from './ReviewLanguages.tsx'

export type EmptyQueueProps = {
  readonly language: string
  readonly others: readonly WaitingLanguage[]
  readonly isFiltered: boolean
  readonly onLanguage: (language: string) => void
  readonly onClearFilter: () => void
}

/** Shown if the queue is empty: where most work is waiting instead. */
export function EmptyQueue({ language, others, isFiltered, onLanguage, onClearFilter }: EmptyQueueProps) {
  const { t } = useTranslation('review')
  if (isFiltered)
    return (
      <EmptyState
        title={t('empty.filtered')}
        action={<Button onPress={onClearFilter}>{t('empty.clearFilter')}</Button>}
      >
        {t('empty.filteredAbout')}
      </EmptyState>
    )
  const [most] = others.toSorted((a, b) => b.left.waiting - a.left.waiting)
  const title = t('empty.title', { language: endonym(language) })
  if (most === undefined || most.left.waiting === 0)
    return (
      <EmptyState title={title} action={null}>
        {t('empty.nowhere')}
      </EmptyState>
    )
  const name = endonym(most.tag)
  return (
    <EmptyState
      title={title}
      action={<Button onPress={() => onLanguage(most.tag)}>{t('empty.open', { language: name })}</Button>}
    >
      {t('empty.elsewhere', { count: most.left.waiting, language: name })}
    </EmptyState>
  )
}
