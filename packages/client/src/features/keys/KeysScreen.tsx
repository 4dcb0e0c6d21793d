import type { ProjectReply } from '@dragoman/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ActDialog } from './ActDialog.tsx'
import { type BulkAct, BulkBar } from './BulkBar.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { columnsFrom } from './columns.ts'
import { KeyFilter } from './KeyFilter.tsx'
import { type Focus, KeyGrid } from './KeyGrid.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { extendTo, NOTHING_SELECTED, type Selection, toggleRow } from './selection.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useKeyActs } from './use-key-acts.ts'

export type KeysSearch = { readonly q?: string; readonly columns?: string }
export type KeysScreenProps = {
  readonly project: ProjectReply
  readonly search: KeysSearch
  readonly onSearch: (search: KeysSearch) => void
  readonly onOpen: (keyId: number, language: string) => void
}

/** All strings in several languages side by side; many at once can be tagged, moved and deleted. */
export function KeysScreen({ project, search, onSearch, onOpen }: KeysScreenProps) {
  const { t } = useTranslation('keys')
  const [visible, setVisible] = useState({ first: 0, last: 40 })
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED)
  const [focus, setFocus] = useState<Focus>({ row: 0, column: 1 })
  const [dialog, setDialog] = useState<BulkAct | 'new' | null>(null)
  const columns = columnsFrom(search.columns, project)
  const q = search.q ?? ''
  const all = project.namespaces.reduce((sum, namespace) => sum + namespace.keys, 0)
  const filter = { languages: columns, q }
  const { count, isAtLeast, error, isLoading, refetch, rowAt } = useGridRows({ project: project.slug, filter, visible, all })
  const idAt = (index: number) => rowAt(index)?.key.id
  const acts = useKeyActs(project.slug, () => {
    setDialog(null)
    setSelection(NOTHING_SELECTED)
  })
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((old) => (old.first === first && old.last === last ? old : { first, last }))
  }, [])

  useShortcuts([
    { id: 'keys-new', keys: 'n', label: 'keys:new', group: 'common:places.keys', run: () => setDialog('new') },
    { id: 'keys-select', keys: 'Space', label: 'keys:selectRow', group: 'common:places.keys' },
    { id: 'keys-open', keys: 'Enter', label: 'keys:openString', group: 'common:places.keys' },
  ])

  const toggleAll = () => {
    if (selection.ids.size > 0) return setSelection(NOTHING_SELECTED)
    const ids = new Set<number>()
    for (let index = 0; index < count; index++) {
      const id = idAt(index)
      if (id !== undefined) ids.add(id)
    }
    setSelection({ ids, anchor: null })
  }
  const [onlyId] = selection.ids
  const selectedName = selection.ids.size === 1 ? findName(onlyId) : ''

  function findName(id: number | undefined): string {
    for (let index = 0; index < count; index++) {
      const key = rowAt(index)?.key
      if (key !== undefined && key.id === id) return key.name
    }
    return ''
  }

  const about =
    q === ''
      ? t('about', { strings: t('strings', { count }), namespaces: t('namespaces', { count: project.namespaces.length }) })
      : t(isAtLeast ? 'stringsAtLeast' : 'strings', { count })

  return (
    <Page
      title={t('title')}
      about={isLoading ? '\u00a0' : about}
      shape="fill"
      actions={
        <>
          <ColumnMenu project={project} columns={columns} onChange={(next) => onSearch({ ...search, columns: next.join(',') })} />
          <Button look="primary" onPress={() => setDialog('new')}>
            {t('new')}
          </Button>
        </>
      }
    >
      {selection.ids.size > 0 ? (
        <BulkBar
          count={selection.ids.size}
          isBusy={acts.isPending}
          onAct={(act) => {
            acts.reset()
            setDialog(act)
          }}
          onClear={() => setSelection(NOTHING_SELECTED)}
          onDelete={() => acts.mutate({ ids: [...selection.ids], act: { kind: 'remove' } })}
        />
      ) : (
        <KeyFilter
          value={q}
          onChange={(next) =>
            onSearch({ ...(search.columns === undefined ? {} : { columns: search.columns }), ...(next === '' ? {} : { q: next }) })
          }
        />
      )}
      {isLoading ? (
        error === null ? (
          <Skeleton rows={12} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : count === 0 ? (
        <EmptyState
          title={t(q === '' ? 'none' : 'noneFound')}
          action={
            q === '' ? null : (
              <Button onPress={() => onSearch({ ...(search.columns === undefined ? {} : { columns: search.columns }) })}>
                {t('clearFilter')}
              </Button>
            )
          }
        >
          {t(q === '' ? 'noneAbout' : 'noneFoundAbout')}
        </EmptyState>
      ) : (
        <KeyGrid
          languages={columns}
          count={count}
          rowAt={rowAt}
          onVisible={onVisible}
          selection={selection}
          onToggle={(index, how) => setSelection(how === 'range' ? extendTo(selection, index, idAt) : toggleRow(selection, index, idAt))}
          onToggleAll={toggleAll}
          onOpen={onOpen}
          focus={focus}
          onFocus={setFocus}
        />
      )}
      {dialog === 'new' ? <NewKeyDialog project={project} onClose={() => setDialog(null)} /> : null}
      {dialog !== null && dialog !== 'new' ? (
        <ActDialog
          act={dialog}
          count={selection.ids.size}
          initial={dialog === 'rename' ? selectedName : ''}
          suggestions={dialog === 'move' ? project.namespaces.map(({ name }) => name) : []}
          error={acts.error}
          isBusy={acts.isPending}
          onAct={(act) => acts.mutate({ ids: [...selection.ids], act })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </Page>
  )
}
