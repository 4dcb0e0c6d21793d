import type { ProjectReply } from '@dragoman/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Position } from '../../../lib/list/position-after-key.ts'
import { useFollowedPosition } from '../../../lib/list/use-followed-position.ts'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { Grid, useFocusInside } from '../../../ui/Grid.tsx'
import { type AfterCell, CellEditor, type CellEditorProps } from '../cell/CellEditor.tsx'
import type { CellEditing } from '../cell/use-cell-editing.ts'
import { editorPlace } from './editor-place.ts'
import { GridRowView, ROW_HEIGHT } from './GridRowView.tsx'
import { gridCommand, positionAfterCell } from './grid-command.ts'
import { type CellRange, FIRST_TEXT_COLUMN, rangeBetween } from './grid-range.ts'
import styles from './KeyGrid.module.css'
import { KeyGridHead } from './KeyGridHead.tsx'
import { keyIn } from './load-same-rows.ts'
import { useColumnPositions } from './use-column-positions.ts'
import type { GridActions } from './use-grid-actions.ts'
import type { GridRows } from './use-grid-rows.ts'
import type { KeySelection } from './use-key-selection.ts'

export type KeyGridHandle = {
  /** Focuses the cell that last had the focus. */
  readonly focus: () => void
  /** Scrolls to a cell and focuses it. */
  readonly goTo: (position: Position) => void
}

export type KeyGridProps = {
  readonly project: ProjectReply
  readonly rules: TextRules
  readonly languages: readonly string[]
  readonly rows: Pick<GridRows, 'count' | 'rowAt' | 'indexOf'>
  readonly onVisible: (first: number, last: number) => void
  readonly selection: KeySelection
  readonly focus: Position
  readonly onFocus: (focus: Position) => void
  readonly editing: CellEditing
  readonly actions: GridActions
  readonly onDetails: (index: number) => void
  readonly ref?: Ref<KeyGridHandle>
}

/**
 * A virtualised, editable grid of strings × languages. One cell at a time has the focus. Arrows move, with
 * Shift they extend the selection; Enter, F2 or a letter opens the cell; Enter saves and moves down, Tab
 * moves on, Escape restores the old text. Space selects the row.
 */
export function KeyGrid(props: KeyGridProps) {
  const { project, rules, languages, rows, onVisible, selection, focus, onFocus, editing, actions, ref } =
    props
  const { t } = useTranslation('keys')
  const scroller = useRef<HTMLDivElement>(null)
  const { isInside, setIsInside, props: focusProps } = useFocusInside()
  const columns = useColumnPositions(languages)
  const virtual = useVirtualRows(scroller, rows.count, onVisible)
  const cells = useCells(props, {
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2),
    scrollTo: (row) => virtual.scrollToIndex(row),
    takeFocus: () => setIsInside(true),
  })
  const goTo = useLatestCallback((position: Position) => {
    // In the middle, because notices cover the last rows.
    virtual.scrollToIndex(position.row, { align: 'center' })
    onFocus(position)
    setIsInside(true)
  })
  useImperativeHandle(
    ref,
    () => ({
      focus: () => scroller.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus(),
      goTo,
    }),
    [goTo],
  )
  const template = `42px minmax(var(--key-column), 1.3fr) repeat(${languages.length}, minmax(11rem, 1fr))`

  return (
    <Grid
      label={t('grid')}
      scroller={scroller}
      frame={styles.frame}
      rows={rows.count}
      columns={languages.length + FIRST_TEXT_COLUMN}
      minWidth={`calc(var(--key-column) + ${languages.length * 11}rem + 42px)`}
      height={virtual.getTotalSize()}
      {...cells.handlers}
      {...focusProps}
      head={
        <KeyGridHead
          {...{ ref: columns.head, template, languages }}
          count={rows.count}
          onToggleAll={selection.toggleAll}
          sourceLanguage={project.sourceLanguage}
          selected={selection.keys.size}
        />
      }
      over={
        <OpenCell
          {...{ rules, editing, scroller, columns }}
          onCommit={cells.close}
          onCancel={cells.cancel}
          onResolved={() => setIsInside(true)}
        />
      }
    >
      {virtual.getVirtualItems().map((item) => {
        const shown = rows.rowAt(item.index)
        const isHere = focus.row === item.index
        return (
          <GridRowView
            key={item.key}
            index={item.index}
            row={shown}
            languages={languages}
            project={project.slug}
            rules={rules}
            isSelected={shown !== undefined && selection.keys.has(shown.key.id)}
            focusColumn={isHere ? focus.column : -1}
            takesFocus={isHere && isInside && editing.edit === null}
            {...cells.rangeIn(item.index)}
            marks={actions.marks}
            template={template}
            start={item.start}
            onFocus={cells.focusCell}
            onPress={cells.pressCell}
            onOpen={cells.openCell}
          />
        )
      })}
    </Grid>
  )
}

/** The rows near the viewport; `onVisible` is called with the first and the last one. */
function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  onVisible: KeyGridProps['onVisible'],
) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT,
    // The rows start below the head.
    scrollPaddingEnd: ROW_HEIGHT,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      onVisible(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
    },
  })
}

type OpenCellProps = Pick<KeyGridProps, 'rules' | 'editing'> &
  Pick<CellEditorProps, 'onCommit' | 'onCancel' | 'onResolved'> & {
    readonly scroller: RefObject<HTMLDivElement | null>
    readonly columns: ReturnType<typeof useColumnPositions>
  }

/** The editor of the open cell, at its place in the grid. */
function OpenCell({ rules, editing, scroller, columns: { head, places }, ...on }: OpenCellProps) {
  const { edit } = editing
  const cell = edit === null ? undefined : places[edit.column]
  if (edit === null || cell === undefined) return null
  const { row } = edit
  return (
    <CellEditor
      key={`${edit.keyId} ${edit.language}`}
      {...{ row, edit, editing, rules, ...on }}
      place={editorPlace(cell, {
        top: (places[0]?.height ?? 0) + edit.index * ROW_HEIGHT,
        rowHeight: ROW_HEIGHT,
        side: row.key.plural === 'none' && editing.conflict === null ? 'over' : 'below',
        whole: head.current?.offsetWidth ?? 0,
        visible: scroller.current?.clientWidth ?? 400,
        isRightToLeft: document.documentElement.dir === 'rtl',
      })}
    />
  )
}

type GridView = {
  /** Number of rows that Page Up and Page Down skip. */
  readonly page: () => number
  readonly scrollTo: (row: number) => void
  /** Focuses the cell that has the focus, after its editor was closed. */
  readonly takeFocus: () => void
}

/** The focused cell and the range that extends from it, moved and used by keys, clicks and the clipboard. */
function useCells(props: KeyGridProps, { page, scrollTo, takeFocus }: GridView) {
  const { languages, rows, selection, focus, onFocus, editing, actions, onDetails } = props
  const [anchor, setAnchor] = useFollowedPosition({ keyAt: keyIn(rows.rowAt), indexOf: rows.indexOf })
  const range = rangeBetween(anchor ?? focus, focus)
  const size = { rows: rows.count, columns: languages.length + FIRST_TEXT_COLUMN }
  const moveTo = (next: Position) => {
    scrollTo(next.row)
    onFocus(next)
  }

  /** Rendered synchronously, so that the letter that opens the cell is typed into its field. */
  const open = (at: Position, isReplacing: boolean) => {
    const language = languages[at.column - FIRST_TEXT_COLUMN]
    if (language === undefined) return
    flushSync(() => {
      setAnchor(null)
      onFocus(at)
      beginAt(props, at, { language, isReplacing })
    })
  }
  const close = (after: AfterCell) => {
    const { edit } = editing
    if (edit === null || !editing.commit()) return
    takeFocus()
    if (after === 'stay') return
    const next = positionAfterCell(after, { row: edit.index, column: edit.column }, size)
    // If the row has left the list, the next one has already taken its place.
    const isGone = rows.indexOf(edit.keyId) < 0 && rows.rowAt(edit.index) !== undefined
    moveTo(isGone ? { ...next, row: edit.index } : next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const command = gridCommand(event, focus, { ...size, page: page(), isRightToLeft }, anchor !== null)
    if (command === null) return
    // The letter that opens a cell goes to the newly focused field, and must not act as a shortcut.
    if (command.kind === 'open' && command.isReplacing) event.stopPropagation()
    else event.preventDefault()
    if (command.kind === 'move') {
      setAnchor(command.isExtending ? (anchor ?? focus) : null)
      moveTo(command.to)
    } else if (command.kind === 'select') selection.toggle(focus.row, command.how)
    else if (command.kind === 'end-range') setAnchor(null)
    else if (command.kind === 'details') onDetails(focus.row)
    else if (command.kind === 'open') open(focus, command.isReplacing)
    else if (range !== null) void actions.clear(range)
  }

  const pressCell = useLatestCallback((row: number, column: number, event: MouseEvent) => {
    const wasHere = focus.row === row && focus.column === column
    // Touch has no double click: tapping the focused cell opens it.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (column === 0) return selection.toggle(row, event.shiftKey ? 'range' : 'one')
    setAnchor(event.shiftKey ? (anchor ?? focus) : null)
    if (event.shiftKey) return
    if (column === 1) onDetails(row)
    else if (isTouch && wasHere) open({ row, column }, false)
  })
  const rangeIn = (row: number) =>
    anchor !== null && range !== null && row >= range.top && row <= range.bottom
      ? { rangeFirst: range.first, rangeLast: range.last }
      : { rangeFirst: -1, rangeLast: -1 }
  return {
    handlers: { onKeyDown, ...clipboardHandlers(range, actions) },
    rangeIn,
    close,
    cancel: () => {
      cancelEdit(props)
      takeFocus()
    },
    pressCell,
    openCell: useLatestCallback((row: number, column: number) => open({ row, column }, false)),
    focusCell: useLatestCallback((row: number, column: number) => onFocus({ row, column })),
  }
}

/** Opens a cell for editing, with the text that the last paste left out there. */
function beginAt(
  { rows, editing, actions }: Pick<KeyGridProps, 'rows' | 'editing' | 'actions'>,
  { row, column }: Position,
  how: { readonly language: string; readonly isReplacing: boolean },
): void {
  const keyId = rows.rowAt(row)?.key.id
  if (keyId === undefined) return
  const leftOut = actions.leftOutAt(keyId, how.language)
  if (editing.begin({ index: row, column, ...how, leftOut })) actions.dropMark(keyId, how.language)
}

/** Closes the open cell, which shows again that its text was left out. */
function cancelEdit({ editing, actions }: Pick<KeyGridProps, 'editing' | 'actions'>): void {
  const leftOut = editing.edit?.leftOut
  editing.cancel()
  if (leftOut !== undefined) actions.returnLeftOut(leftOut)
}

/** Pasting, copying and cutting the range. */
function clipboardHandlers(range: CellRange | null, actions: GridActions) {
  const onPaste = (event: ClipboardEvent) => {
    // A picture has no text, and an empty text would clear the cell.
    if (range === null || !event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    void actions.paste(event.clipboardData.getData('text/plain'), { row: range.top, column: range.first })
  }
  const onCopy = (event: ClipboardEvent) => {
    if (range === null) return
    event.preventDefault()
    const isCut = event.type === 'cut'
    const text = actions.copy(range)
    if (text === null) {
      void actions.copyLater(range).then(async (isCopied) => {
        if (isCopied && isCut) await actions.clear(range)
      })
      return
    }
    event.clipboardData.setData('text/plain', text)
    if (isCut) void actions.clear(range)
  }
  return { onPaste, onCopy, onCut: onCopy }
}
