import { type GridRow, isFailure, type ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryIssues } from '../../components/QueryIssues.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { useFocusAfterClosing } from '../../lib/focus/use-focus-after-closing.ts'
import type { Position } from '../../lib/list/position-after-key.ts'
import { useFollowedPosition } from '../../lib/list/use-followed-position.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useTextRules } from '../../lib/text/text-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LeftOutDialog } from './bulk/LeftOutDialog.tsx'
import { useCellEditing } from './cell/use-cell-editing.ts'
import { ColumnMenu } from './grid/ColumnMenu.tsx'
import { columnsFrom } from './grid/columns.ts'
import { GridFooter } from './grid/GridFooter.tsx'
import { FIRST_TEXT_COLUMN } from './grid/grid-range.ts'
import { KeyFilter } from './grid/KeyFilter.tsx'
import { KeyGrid, type KeyGridHandle } from './grid/KeyGrid.tsx'
import { keyIn } from './grid/load-same-rows.ts'
import { NamespaceFilter } from './grid/NamespaceFilter.tsx'
import { filteredNamespace } from './grid/namespace-filter.ts'
import { useGridActions } from './grid/use-grid-actions.ts'
import { type GridRows, useGridRows } from './grid/use-grid-rows.ts'
import { useKeySelection } from './grid/use-key-selection.ts'
import styles from './key/KeyPanel.module.css'
import { KeyPanel } from './key/KeyPanel.tsx'
import { lastNamespace } from './key/last-namespace.ts'
import { NewKeyDialog } from './key/NewKeyDialog.tsx'
import { useReopenedKey } from './key/use-reopened-key.ts'
import { keyQueries } from './queries.ts'
import { SelectedKeys } from './SelectedKeys.tsx'

export type KeysSearch = { readonly q?: string; readonly columns?: string }
export type KeysScreenProps = {
  readonly project: ProjectReply
  readonly search: KeysSearch
  /** Changes the newest search, which is perhaps not on the screen yet. */
  readonly onSearch: (change: (search: KeysSearch) => KeysSearch) => void
  readonly onOpen: (keyId: number, language: string) => void
  /** Comes back to this screen. */
  readonly onReturn: () => void
}

/**
 * All strings in several languages side by side, editable in place; selected ones can be tagged, moved and
 * deleted.
 */
export function KeysScreen({ project, search, onSearch, onOpen, onReturn }: KeysScreenProps) {
  const { t } = useTranslation('keys')
  const refusal = useAccess().onKeys('keys.edit')
  const [isCreating, setIsCreating] = useState(false)
  const create = () => setIsCreating(true)
  useScreenIntent({ 'new-key': create })
  const [opened, setOpened] = useState<GridRow | null>(null)
  const columns = columnsFrom(search.columns, project)
  const q = search.q ?? ''
  const parts = useGridParts(project, columns, q)
  const { rows, actions, grid, focus, setFocus, focusGrid } = parts
  const reopen = useReopenedKey(project, { rowOf: rows.rowOf, onOpen: setOpened, onReturn })
  const setFilter = (next: string) => onSearch((last) => withQuery(last, next))
  const setColumns = (next: readonly string[]) => onSearch((last) => ({ ...last, columns: next.join(',') }))
  const openPanel = (index: number) => setOpened(rows.rowAt(index) ?? null)
  useKeysShortcuts({ refusal, create, showDetails: () => openPanel(focus.row), undo: actions.undoLast })
  const panel = usePanelRow(project.slug, rows, opened)
  const language = columns[Math.max(0, focus.column - FIRST_TEXT_COLUMN)] ?? project.sourceLanguage

  return (
    <div className={styles.layout} data-open={panel !== undefined}>
      <Page
        title={t('title')}
        about={<KeysCount rows={rows} namespaces={q === '' ? project.namespaces.length : null} />}
        shape="fill"
        actions={
          <>
            <ColumnMenu {...{ project, columns }} onChange={setColumns} />
            <Button look="primary" refusal={refusal} onPress={create}>
              {t('new')}
            </Button>
          </>
        }
      >
        <KeyTools {...{ project, parts, q }} languages={columns} onFilter={setFilter} />
        <QueryIssues issues={rows.issues} />
        {rows.isLoading || rows.count === 0 ? (
          <NoRows rows={rows} q={q} onClearFilter={() => setFilter('')} />
        ) : (
          <>
            <KeyGrid
              {...{ ...parts, project }}
              ref={grid}
              languages={columns}
              onFocus={setFocus}
              onDetails={openPanel}
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
            setOpened(null)
            focusGrid()
          }}
          onOpenEditor={() => onOpen(panel.key.id, language)}
          onReopen={reopen}
          onDone={actions.noteOperation}
        />
      )}
      {isCreating ? (
        <NewKeyDialog
          project={project}
          namespace={namespaceOfNewKey(project, q)}
          onMade={actions.noteOperation}
          onClose={() => {
            setIsCreating(false)
            focusGrid()
          }}
        />
      ) : null}
      {actions.isListOpen ? <LeftOutTexts {...parts} /> : null}
    </div>
  )
}

/**
 * Returns the row of the panel as last loaded, also after it has left the list or was scrolled out of sight;
 * undefined if the panel is closed, or its key was deleted.
 */
function usePanelRow(project: string, rows: Pick<GridRows, 'rowOf'>, opened: GridRow | null) {
  const keyId = opened?.key.id ?? 0
  const listed = opened === null ? undefined : rows.rowOf(keyId)
  const isAlone = opened !== null && listed === undefined
  const alone = useQuery({ ...keyQueries.row(project, keyId), enabled: isAlone })
  if (opened === null || (isAlone && isFailure(alone.error, 'gone'))) return undefined
  return listed ?? alone.data ?? opened
}

/** Returns the namespace that a new key is suggested for: that of the filter, or the last one used. */
function namespaceOfNewKey({ slug, namespaces: [first] }: ProjectReply, q: string): string {
  return filteredNamespace(q) ?? lastNamespace(slug) ?? first?.name ?? ''
}

/** The texts that the last paste left out. */
function LeftOutTexts({
  actions: { leftOut, closeList },
  goTo,
}: Pick<ReturnType<typeof useGridParts>, 'actions' | 'goTo'>) {
  return (
    <LeftOutDialog
      texts={leftOut}
      onGo={(id, language) => {
        closeList()
        void goTo(id, language)
      }}
      onClose={closeList}
    />
  )
}

function withQuery({ q: _, ...rest }: KeysSearch, q: string): KeysSearch {
  return q === '' ? rest : { ...rest, q }
}

type KeyToolsProps = {
  readonly project: ProjectReply
  readonly languages: readonly string[]
  readonly parts: Pick<ReturnType<typeof useGridParts>, 'rows' | 'selection' | 'noteDone' | 'focusGrid'>
  readonly q: string
  readonly onFilter: (q: string) => void
}

/** The filter, or actions for the selected keys. */
function KeyTools({ project, languages, parts, q, onFilter }: KeyToolsProps) {
  const { keys, clear } = parts.selection
  // People can type in a cell while the keys are changed.
  useFocusAfterClosing(keys.size > 0, parts.focusGrid)
  return keys.size > 0 ? (
    <div className={styles.bar}>
      <SelectedKeys
        {...{ project, keys, languages }}
        rowOf={parts.rows.rowOf}
        onDone={parts.noteDone}
        onClear={clear}
      />
    </div>
  ) : (
    <div className={styles.tools}>
      <KeyFilter value={q} onChange={onFilter} />
      <NamespaceFilter namespaces={project.namespaces} q={q} onChange={onFilter} />
    </div>
  )
}

const FIRST_CELL: Position = { row: 0, column: 1 }

/** Returns what the grid shows, what can be done in it, and what has the focus. */
function useGridParts(project: ProjectReply, columns: readonly string[], q: string) {
  const { slug, sourceLanguage } = project
  const rules = useTextRules(sourceLanguage)
  const [visible, setVisible] = useState({ first: 0, last: 40 })
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((old) => (old.first === first && old.last === last ? old : { first, last }))
  }, [])
  const all = project.namespaces.reduce((sum, namespace) => sum + namespace.keys, 0)
  // The source is loaded even if its column is hidden, because texts are checked against it.
  const languages = columns.includes(sourceLanguage) ? columns : [sourceLanguage, ...columns]
  const rows = useGridRows({ project: slug, filter: { languages, columns, q }, visible, all })
  const editing = useCellEditing({ project: slug, rules, rows })
  const actions = useGridActions({ project, languages: columns, rules, rows })
  const selection = useKeySelection(rows, `${q} ${columns}`)
  const grid = useRef<KeyGridHandle>(null)
  const [place, setFocus] = useFollowedPosition({ keyAt: keyIn(rows.rowAt), indexOf: rows.indexOf })
  const { row: at, column } = place ?? FIRST_CELL
  const focus: Position = { row: Math.max(0, Math.min(at, rows.count - 1)), column }
  // To the cell that had it, so that an action never leaves people at the top of the page.
  const focusGrid = () => void requestAnimationFrame(() => grid.current?.focus())
  /** To the cell of a text that the last paste left out, on whichever page it is. */
  const goTo = async (keyId: number, language: string) => {
    const row = await actions.findLeftOut(keyId)
    if (row === null) return focusGrid()
    const column = columns.indexOf(language) + FIRST_TEXT_COLUMN
    // After the dialog has returned the focus.
    requestAnimationFrame(() => grid.current?.goTo({ row, column }))
  }
  const noteDone = (operationId: number | null, keys: readonly number[]) => {
    actions.noteOperation(operationId)
    selection.remove(keys)
  }
  const cursor = { grid, focus, setFocus, focusGrid, goTo }
  return { rules, rows, onVisible, editing, actions, selection, noteDone, ...cursor }
}

type KeysShortcuts = {
  readonly refusal: string | null
  readonly create: () => void
  readonly showDetails: () => void
  readonly undo: () => void
}

function useKeysShortcuts({ refusal, create, showDetails, undo }: KeysShortcuts): void {
  const group = 'common:screens.keys'
  const details = { label: 'keys:hint.details', group, run: showDetails }
  useShortcuts([
    { id: 'keys-new', keys: 'n', label: 'keys:new', group, refusal, run: create },
    { id: 'keys-edit', keys: 'Enter', label: 'keys:hint.edit', group },
    { id: 'keys-select', keys: 'Space', label: 'keys:selectRow', group },
    { ...details, id: 'keys-details', keys: 'i' },
    { ...details, id: 'keys-details-anywhere', keys: 'mod+i', inFields: true },
    { id: 'keys-undo', keys: 'mod+z', label: 'keys:hint.undo', group, run: undo },
  ])
}

type KeysCountProps = {
  readonly rows: Pick<GridRows, 'count' | 'isAtLeast' | 'isLoading'>
  /** Null: the rows are filtered. */
  readonly namespaces: number | null
}

function KeysCount({ rows: { count, isAtLeast, isLoading }, namespaces }: KeysCountProps) {
  const { t } = useTranslation('keys')
  if (isLoading) return '\u00a0'
  if (namespaces === null) return t(isAtLeast ? 'stringsAtLeast' : 'strings', { count })
  return t('about', { strings: t('strings', { count }), namespaces: t('namespaces', { count: namespaces }) })
}

type NoRowsProps = {
  readonly rows: GridRows
  readonly q: string
  readonly onClearFilter: () => void
}

/** Why there are no rows: they are loading, could not be loaded, or none match. */
function NoRows({ rows: { isLoading, error, refetch }, q, onClearFilter }: NoRowsProps) {
  const { t } = useTranslation('keys')
  if (isLoading && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isLoading) return <Skeleton rows={12} />
  return (
    <EmptyState
      title={t(q === '' ? 'none' : 'noneFound')}
      action={q === '' ? null : <Button onPress={onClearFilter}>{t('clearFilter')}</Button>}
    >
      {t(q === '' ? 'noneAbout' : 'noneFoundAbout')}
    </EmptyState>
  )
}
