import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { endonym } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { WaitingLanguage } from './ReviewLanguages.tsx'

export type EmptyQueueProps = {
  readonly language: string
  /** The numbers of all languages, which are loaded separately. */
  readonly others: UseQueryResult<{ readonly languages: readonly WaitingLanguage[] }>
  readonly isFiltered: boolean
  readonly onLanguage: (language: string) => void
  readonly onClearFilter: () => void
}

/** Shown if the queue is empty: where most work is waiting instead. */
export function EmptyQueue({ language, others, isFiltered, onLanguage, onClearFilter }: EmptyQueueProps) {
  const { t } = useTranslation(['review', 'common'])
  if (isFiltered)
    return (
      <EmptyState
        title={t('empty.filtered')}
        action={<Button onPress={onClearFilter}>{t('empty.clearFilter')}</Button>}
      >
        {t('empty.filteredAbout')}
      </EmptyState>
    )
  const title = t('empty.title', { language: endonym(language) })
  const { data, error, refetch } = others
  if (data === undefined)
    return (
      <EmptyState
        title={title}
        action={
          error === null ? null : <Button onPress={() => void refetch()}>{t('common:tryAgain')}</Button>
        }
      >
        {error === null ? null : <ErrorLine error={error} />}
      </EmptyState>
    )
  const [most] = data.languages
    .filter(({ tag }) => tag !== language)
    .toSorted((a, b) => b.left.waiting - a.left.waiting)
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
