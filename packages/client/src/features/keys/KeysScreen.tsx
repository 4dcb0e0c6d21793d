import type { ProjectReply } from '@dragoman/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import type { Position } from '../../lib/list/position-after-key.ts'
import { NO_ROWS, selectTo, toggleRow } from '../../lib/list/row-selection.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useFileLimits } from '../../lib/text/file-limits.ts'
import { useMessageSyntax } from '../../lib/text/message-syntax.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LeftOutDialog } from './bulk/LeftOutDialog.tsx'
import { useCellEditing } from './cell/use-cell-editing.ts'
import { type BulkAct, BulkBar } from './grid/BulkBar.tsx'
import { ColumnMenu } from './grid/ColumnMenu.tsx'
import { columnsFrom } from './grid/columns.ts'
import { GridFooter } from './grid/GridFooter.tsx'
import { FIRST_TEXT_COLUMN } from './grid/grid-range.ts'
import { KeyFilter } from './grid/KeyFilter.tsx'
import { KeyGrid, type KeyGridHandle } from './grid/KeyGrid.tsx'
import { NamespaceFilter } from './grid/NamespaceFilter.tsx'
import { filteredNamespace } from './grid/namespace-filter.ts'
import { useGridActions } from './grid/use-grid-actions.ts'
import { useGridRows } from './grid/use-grid-rows.ts'
import { ActDialog } from './key/ActDialog.tsx'
import styles from './key/KeyPanel.module.css'
import { KeyPanel } from './key/KeyPanel.tsx'
import { lastNamespace } from './key/last-namespace.ts'
import { NewKeyDialog } from './key/NewKeyDialog.tsx'
import { RenameDialog } from './key/RenameDialog.tsx'
import { useKeyActs } from './key/use-key-acts.ts'

export type KeysSearch = { readonly q?: string; readonly columns?: string }
export type KeysScreenProps = {
  readonly project: ProjectReply
  readonly search: KeysSearch
  readonly onSearch: (search: KeysSearch) => void
  readonly onOpen: (keyId: number, language: string) => void
}

/**
 * All strings in several languages side by side, editable in place; selected ones can be tagged, moved and
 * deleted.
 */
export function KeysScreen({ project, search, onSearch, onOpen }: KeysScreenProps) {
  const { t } = useTranslation('keys')
  const keysRefusal = useAccess().onKeys('keys.edit')
  const syntax = useMessageSyntax()
  const { sourceLanguage } = project
  const limitsOfFile = useFileLimits()
  const rules = useMemo(
    () => ({ sourceLanguage, syntax, limitsOfFile }),
    [sourceLanguage, syntax, limitsOfFile],
  )
  const [visible, setVisible] = useState({ first: 0, last: 40 })
  const [selection, setSelection] = useState(NO_ROWS)
  const [focus, setFocus] = useState<Position>({ row: 0, column: 1 })
  const [dialog, setDialog] = useState<BulkAct | 'new' | null>(null)
  useScreenIntent({ 'new-key': () => setDialog('new') })
  const [panelRow, setPanelRow] = useState<number | null>(null)
  const grid = useRef<KeyGridHandle>(null)
  const columns = columnsFrom(search.columns, project)
  const q = search.q ?? ''
  const all = project.namespaces.reduce((sum, namespace) => sum + namespace.keys, 0)
  // The source is loaded even if its column is hidden, because texts are checked against it.
  const filter = { languages: columns.includes(sourceLanguage) ? columns : [sourceLanguage, ...columns], q }
  const rows = useGridRows({ project: project.slug, filter, visible, all })
  const { count, isAtLeast, error, isLoading, refetch, rowAt } = rows
  const keyAt = (index: number) => rowAt(index)?.key.id ?? null
  const editing = useCellEditing({ project: project.slug, rules, rowAt })
  const actions = useGridActions({ project, languages: columns, rowAt, loadRows: rows.loadRows })
  const acts = useKeyActs(project.slug, (operationId) => {
    actions.noteOperation(operationId)
    setDialog(null)
    setSelection(NO_ROWS)
    focusGrid()
  })
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((old) => (old.first === first && old.last === last ? old : { first, last }))
  }, [])
  const withoutFilter = search.columns === undefined ? {} : { columns: search.columns }
  const setFilter = (next: string) => onSearch({ ...withoutFilter, ...(next === '' ? {} : { q: next }) })
  const panel = panelRow === null ? undefined : rowAt(panelRow)
  const [onlyId] = selection.keys
  const onlyRow = selection.keys.size === 1 && onlyId !== undefined ? rowOf(onlyId) : undefined

  /**
   * Returns the focus to the cell that had it, so that an action never leaves people at the top of the page.
   */
  function focusGrid(): void {
    requestAnimationFrame(() => grid.current?.focus())
  }
  function rowOf(id: number) {
    for (let index = 0; index < count; index++) {
      const row = rowAt(index)
      if (row?.key.id === id) return row
    }
    return undefined
  }

  const group = 'common:screens.keys'
  useShortcuts([
    {
      id: 'keys-new',
      keys: 'n',
      label: 'keys:new',
      group,
      refusal: keysRefusal,
      run: () => setDialog('new'),
    },
    { id: 'keys-edit', keys: 'Enter', label: 'keys:hint.edit', group },
    { id: 'keys-select', keys: 'Space', label: 'keys:selectRow', group },
    { id: 'keys-details', keys: 'i', label: 'keys:hint.details', group, run: () => setPanelRow(focus.row) },
    {
      id: 'keys-details-anywhere',
      keys: 'mod+i',
      label: 'keys:hint.details',
      group,
      inFields: true,
      run: () => setPanelRow(focus.row),
    },
    { id: 'keys-undo', keys: 'mod+z', label: 'keys:hint.undo', group, run: actions.undoLast },
  ])

  const toggle = (index: number, how: 'one' | 'range') => {
    const key = keyAt(index)
    if (how === 'range') setSelection(selectTo(selection, index, keyAt))
    else if (key !== null) setSelection(toggleRow(selection, key, index))
  }
  const toggleAll = () => {
    if (selection.keys.size > 0) return setSelection(NO_ROWS)
    setSelection({ keys: selectTo({ ...NO_ROWS, anchor: 0 }, count - 1, keyAt).keys, anchor: null })
  }

  const about =
    q === ''
      ? t('about', {
          strings: t('strings', { count }),
          namespaces: t('namespaces', { count: project.namespaces.length }),
        })
      : t(isAtLeast ? 'stringsAtLeast' : 'strings', { count })

  return (
    <div className={styles.layout} data-open={panel !== undefined}>
      <Page
        title={t('title')}
        about={isLoading ? '\u00a0' : about}
        shape="fill"
        actions={
          <>
            <ColumnMenu
              project={project}
              columns={columns}
              onChange={(next) => onSearch({ ...search, columns: next.join(',') })}
            />
            <Button look="primary" refusal={keysRefusal} onPress={() => setDialog('new')}>
              {t('new')}
            </Button>
          </>
        }
      >
        {selection.keys.size > 0 ? (
          <div className={styles.bar}>
            <BulkBar
              count={selection.keys.size}
              isBusy={acts.isPending}
              assign={{
                select: { keys: [...selection.keys] },
                count: selection.keys.size,
                languages: columns.filter((tag) => tag !== sourceLanguage),
                namespaces: [...new Set([...selection.keys].flatMap((id) => rowOf(id)?.key.namespace ?? []))],
                goal: 'translated',
              }}
              onAct={(act) => {
                acts.reset()
                setDialog(act)
              }}
              onClear={() => setSelection(NO_ROWS)}
              onDelete={() => acts.mutate({ ids: [...selection.keys], act: { kind: 'remove' } })}
            />
          </div>
        ) : (
          <div className={styles.tools}>
            <KeyFilter value={q} onChange={setFilter} />
            <NamespaceFilter namespaces={project.namespaces} q={q} onChange={setFilter} />
          </div>
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
            action={q === '' ? null : <Button onPress={() => setFilter('')}>{t('clearFilter')}</Button>}
          >
            {t(q === '' ? 'noneAbout' : 'noneFoundAbout')}
          </EmptyState>
        ) : (
          <>
            <KeyGrid
              ref={grid}
              project={project}
              rules={rules}
              languages={columns}
              count={count}
              rowAt={rowAt}
              onVisible={onVisible}
              selection={selection}
              onToggle={toggle}
              onToggleAll={toggleAll}
              focus={focus}
              onFocus={setFocus}
              editing={editing}
              marks={actions.marks}
              onBegin={actions.clearMarks}
              onDetails={setPanelRow}
              onPaste={(text, at) => void actions.paste(text, at)}
              onCopy={actions.copy}
              onClear={(range) => void actions.clear(range)}
            />
            <GridFooter />
          </>
        )}
      </Page>
      {panel === undefined ? null : (
        <KeyPanel
          key={panel.key.id}
          project={project}
          row={panel}
          onClose={() => {
            setPanelRow(null)
            focusGrid()
          }}
          onOpenEditor={() =>
            onOpen(panel.key.id, columns[Math.max(0, focus.column - FIRST_TEXT_COLUMN)] ?? sourceLanguage)
          }
          onDone={actions.noteOperation}
        />
      )}
      {dialog === 'new' ? (
        <NewKeyDialog
          project={project}
          namespace={filteredNamespace(q) ?? lastNamespace(project.slug) ?? project.namespaces[0]?.name ?? ''}
          onMade={actions.noteOperation}
          onClose={() => {
            setDialog(null)
            focusGrid()
          }}
        />
      ) : null}
      {dialog === 'rename' && onlyRow !== undefined ? (
        <RenameDialog
          project={project}
          keyNow={onlyRow.key}
          row={onlyRow}
          onDone={(operationId) => {
            actions.noteOperation(operationId)
            setDialog(null)
            setSelection(NO_ROWS)
            focusGrid()
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'tag' || dialog === 'move' ? (
        <ActDialog
          act={dialog}
          count={selection.keys.size}
          namespaces={project.namespaces.map(({ name }) => name)}
          error={acts.error}
          isBusy={acts.isPending}
          onAct={(act) => acts.mutate({ ids: [...selection.keys], act })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {actions.isListOpen ? (
        <LeftOutDialog
          texts={actions.leftOut}
          nameOf={(id) => {
            const key = rowOf(id)?.key
            return key === undefined ? '' : `${key.namespace}:${shownKeyName(key.name)}`
          }}
          onGo={(id, language) => {
            actions.closeList()
            for (let index = 0; index < count; index++) {
              if (keyAt(index) !== id) continue
              setFocus({ row: index, column: columns.indexOf(language) + FIRST_TEXT_COLUMN })
              break
            }
            focusGrid()
          }}
          onClose={actions.closeList}
        />
      ) : null}
    </div>
  )
}
