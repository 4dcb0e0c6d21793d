import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton, type MoreButtonProps } from '../../components/MoreButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'

/** The used part of an infinite query. */
type List = MoreButtonProps['list'] & { readonly data: unknown; readonly refetch: () => unknown }

/** A searchable list, loaded page by page. */
export function FoundList({
  find,
  none,
  empty,
  text,
  onText,
  list,
  isEmpty,
  isUnfiltered,
  children,
}: {
  /** Label of the search field. */
  readonly find: string
  /** The title if nothing matches what is typed. */
  readonly none: string
  /** What is shown if there is nothing to find; left out: there always is. */
  readonly empty?: ReactNode
  readonly text: string
  readonly onText: (text: string) => void
  readonly list: List
  readonly isEmpty: boolean
  /** What is loaded was not searched for. */
  readonly isUnfiltered: boolean
  readonly children: ReactNode
}) {
  const { t } = useTranslation(['admin', 'common'])
  return (
    <div className={styles.tab}>
      <div className={styles.find}>
        <TextField label={find} value={text} onChange={onText} start={<Search aria-hidden="true" />} />
      </div>
      {list.data === undefined ? (
        <Loading error={list.error} onRetry={list.refetch} rows={6} height={44} />
      ) : isEmpty && isUnfiltered && empty !== undefined ? (
        empty
      ) : isEmpty ? (
        <EmptyState
          title={none}
          action={<Button onPress={() => onText('')}>{t('common:nothingFound.clear')}</Button>}
        >
          {t('common:nothingFound.about')}
        </EmptyState>
      ) : (
        children
      )}
      <MoreButton list={list}>{t('more')}</MoreButton>
    </div>
  )
}
