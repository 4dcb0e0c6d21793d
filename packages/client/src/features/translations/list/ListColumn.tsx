import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type ReactNode, type Ref, type SetStateAction, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryIssues } from '../../../components/QueryIssues.tsx'
import { useAccess } from '../../../lib/access/access.ts'
import { useFocusAfterClosing } from '../../../lib/focus/use-focus-after-closing.ts'
import { NO_ROWS, type RowSelection, withoutRows } from '../../../lib/list/row-selection.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { foundQuery } from '../../../lib/server/found-query.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BulkBar } from './BulkBar.tsx'
import styles from './ListColumn.module.css'
import type { ListState } from './list-state.ts'
import { type StringListHandle, StringListView } from './StringListView.tsx'
import { type SelectedStrings, useBulkEdit } from './use-bulk-edit.ts'
import type { CurrentRow } from './use-current-row.ts'
import type { ShownList } from './use-string-list.ts'

export type ListColumnProps = {
  readonly shown: ShownList
  readonly project: ProjectReply
  readonly q: string
  readonly onClearFilter: () => void
  readonly current: CurrentRow
  readonly listRef: Ref<StringListHandle>
  /** Takes the focus if there is no list. */
  readonly columnRef: Ref<HTMLElement>
  readonly onEnter: () => void
  /** The bulk action bar has disappeared with the focus. */
  readonly onLeaveBar: () => void
  /** What is next if nothing matches the filter. */
  readonly end: ReactNode
  /** Search and filters above the list. */
  readonly children: ReactNode
}

/** The list below its filters, and actions for the selected rows. */
export function ListColumn({
  shown,
  project,
  q,
  onClearFilter,
  current,
  listRef,
  columnRef,
  onEnter,
  onLeaveBar,
  end,
  children,
}: ListColumnProps) {
  const { t } = useTranslation('translations')
  const [picked, setPicked] = useState<Picked>(NO_ROWS)
  const { list, state, filter } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows other rows
  useEffect(() => setPicked(NO_ROWS), [filter])
  const [problem] = [...state.failed.values()]
  const hasRows = state.total !== null && state.total > 0

  return (
    <section ref={columnRef} tabIndex={-1} className={styles.column} aria-label={t('list.label')}>
      {children}
      <QueryIssues issues={state.issues} />
      {!hasRows && problem !== undefined ? <ErrorState error={problem} onRetry={list.retry} /> : null}
      {state.total === null && problem === undefined ? (
        <div className={styles.waiting}>
          <Skeleton rows={8} height={60} />
        </div>
      ) : null}
      {state.total === 0 && problem === undefined ? (
        <EmptyState
          title={q === '' ? t('list.empty') : t('list.noMatch')}
          action={q === '' ? null : <Button onPress={onClearFilter}>{t('list.clearFilter')}</Button>}
        >
          {q === '' ? t('list.emptyAbout') : end}
        </EmptyState>
      ) : null}
      {hasRows ? (
        <StringListView
          ref={listRef}
          shown={shown}
          project={project}
          current={current}
          onEnter={onEnter}
          picked={picked}
          onPicked={setPicked}
        />
      ) : null}
      {hasRows && problem !== undefined ? (
        <p className={styles.failed} role="alert">
          {t('list.partFailed')}{' '}
          <Button size="small" onPress={list.retry}>
            {t('list.tryAgain')}
          </Button>
        </p>
      ) : null}
      <PickedBar
        project={project.slug}
        shown={shown}
        picked={picked}
        onPicked={setPicked}
        onLeave={onLeaveBar}
      />
    </section>
  )
}

type Picked = RowSelection | 'all'

type PickedBarProps = {
  readonly project: string
  readonly shown: ShownList
  readonly picked: Picked
  readonly onPicked: Dispatch<SetStateAction<Picked>>
  /** The bar disappears with the focus. */
  readonly onLeave: () => void
}

/** What can be done with the selected rows. */
function PickedBar({ project, shown, picked, onPicked, onLeave }: PickedBarProps) {
  const { list, state, filter } = shown
  const { language, q } = filter
  const onDone = (done: SelectedStrings) => onPicked((now) => withoutDone(now, done, q))
  const bulk = useBulkEdit({ project, language, list, onDone })
  const failureText = useFailureText()
  const isAll = picked === 'all'
  const isMember = useAccess().onProject('history.read') === null
  // The list stays as it was when it was opened, but what is done applies to what the search finds now.
  const found = useQuery({ ...foundQuery(project, language, q), enabled: isAll && isMember, staleTime: 0 })
  const total = { count: state.total ?? 0, atLeast: state.isAtLeast }
  const counted = isAll ? found.data : picked.keys.size
  const selected = counted === undefined ? total : { count: counted, atLeast: false }
  useFocusAfterClosing(selected.count > 0, onLeave)
  if (selected.count === 0) return null
  const select = isAll ? { q } : { keys: [...picked.keys] }
  const offersAll = !isAll && (selected.count < total.count || total.atLeast)
  return (
    <BulkBar
      selected={selected}
      onClear={() => onPicked(NO_ROWS)}
      all={offersAll ? { total, onSelect: () => onPicked('all') } : null}
      isBusy={bulk.isPending || (isAll && (found.isFetching || counted === undefined))}
      problem={counted === undefined && found.isError ? failureText(found.error) : null}
      onAct={(act) => bulk.mutate({ act, select })}
      assign={{
        select: 'q' in select ? { ...select, language } : select,
        count: counted ?? null,
        languages: [language],
        namespaces: isAll ? [] : namespacesOf(state, picked.keys),
        goal: 'translated',
      }}
    />
  )
}

/**
 * Deselects what a bulk edit has changed. What was selected meanwhile stays selected. `q`: the search that shows the
 * strings now.
 */
function withoutDone(now: Picked, done: SelectedStrings, q: string): Picked {
  if ('q' in done) return now === 'all' && done.q === q ? NO_ROWS : now
  return now === 'all' ? now : withoutRows(now, done.keys)
}

/** Returns the namespaces of keys; none if one of the keys is not loaded. */
function namespacesOf({ rows }: ListState, keys: ReadonlySet<number>): readonly string[] {
  const names = [...keys].map((id) => rows.get(id)?.key.namespace)
  return names.includes(undefined) ? [] : [...new Set(names.filter((name) => name !== undefined))]
}
