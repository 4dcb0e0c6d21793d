import type { GridRow, ProjectReply } from '@dragoman/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Position, positionAfterKey } from '../../../lib/list/position-after-key.ts'
import type { RowSelection } from '../../../lib/list/row-selection.ts'
import { Grid, useFocusInside } from '../../../ui/Grid.tsx'
import { type AfterCell, CellEditor } from '../cell/CellEditor.tsx'
import type { ProjectRules } from '../cell/cell-text.ts'
import type { CellEditing } from '../cell/use-cell-editing.ts'
import { type CellMark, GridRowView, ROW_HEIGHT } from './GridRowView.tsx'
import { type CellRange, FIRST_TEXT_COLUMN, rangeBetween } from './grid-range.ts'
import styles from './KeyGrid.module.css'
import { KeyGridHead } from './KeyGridHead.tsx'
import { useColumnPositions } from './use-column-positions.ts'

/** `focus`: focuses the cell that last had the focus. */
export type KeyGridHandle = { readonly focus: () => void }

export type KeyGridProps = {
  readonly project: ProjectReply
  readonly rules: ProjectRules
  readonly languages: readonly string[]
  readonly count: number
  readonly rowAt: (index: number) => GridRow | undefined
  readonly onVisible: (first: number, last: number) => void
  readonly selection: RowSelection
  readonly onToggle: (index: number, how: 'one' | 'range') => void
  readonly onToggleAll: () => void
  readonly focus: Position
  readonly onFocus: (focus: Position) => void
  readonly editing: CellEditing
  readonly marks: ReadonlyMap<string, CellMark>
  /** A cell was opened. */
  readonly onBegin: () => void
  readonly onDetails: (index: number) => void
  /** Copied cells are pasted, starting at this cell. */
  readonly onPaste: (text: string, at: Position) => void
  /** Returns the text of a range for the clipboard. */
  readonly onCopy: (range: CellRange) => string
  readonly onClear: (range: CellRange) => void
  readonly ref?: Ref<KeyGridHandle>
}

/**
 * A virtualised, editable grid of strings × languages. One cell at a time has the focus. Arrows move, with
 * Shift they extend the selection; Enter, F2 or a letter opens the cell; Enter saves and moves down, Tab
 * moves on, Escape restores the old text. Space selects the row.
 */
export function KeyGrid(props: KeyGridProps) {
  const {
    project,
    rules,
    languages,
    count,
    rowAt,
    onVisible,
    selection,
    onToggle,
    onToggleAll,
    focus,
    onFocus,
    editing,
    marks,
    ref,
  } = props
  const { t } = useTranslation('keys')
  const scroller = useRef<HTMLDivElement>(null)
  useImperativeHandle(
    ref,
    () => ({
      focus: () => scroller.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus(),
    }),
    [],
  )
  const { isInside, setIsInside, props: focusProps } = useFocusInside()
  const [anchor, setAnchor] = useState<Position | null>(null)
  const { head, places } = useColumnPositions(languages)
  const columns = languages.length + FIRST_TEXT_COLUMN
  const range = rangeBetween(anchor ?? focus, focus)
  const shownRange = anchor === null ? null : range
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      onVisible(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
    },
  })

  const moveTo = (next: Position) => {
    virtual.scrollToIndex(next.row)
    onFocus(next)
  }

  /** Rendered synchronously, so that the letter that opens the cell is typed into its field. */
  const open = (at: Position, isReplacing: boolean) => {
    const language = languages[at.column - FIRST_TEXT_COLUMN]
    if (language === undefined) return
    const id = rowAt(at.row)?.key.id
    const mark = marks.get(`${id} ${language}`)
    flushSync(() => {
      setAnchor(null)
      onFocus(at)
      const forms = mark?.kind === 'left-out' ? mark.forms : undefined
      editing.begin({ index: at.row, column: at.column, language, isReplacing, forms })
      props.onBegin()
    })
  }

  const close = (after: AfterCell) => {
    if (!editing.commit()) return
    setIsInside(true)
    const { row, column } = focus
    if (after === 'down') moveTo({ row: Math.min(count - 1, row + 1), column })
    else if (after === 'next')
      moveTo(
        column + 1 < columns
          ? { row, column: column + 1 }
          : { row: Math.min(count - 1, row + 1), column: FIRST_TEXT_COLUMN },
      )
    else if (after === 'previous')
      moveTo(column > FIRST_TEXT_COLUMN ? { row, column: column - 1 } : { row, column: 1 })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = focus
    const grid = {
      rows: count,
      columns,
      page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2),
      isRightToLeft: document.documentElement.dir === 'rtl',
    }
    const next = positionAfterKey(event, focus, grid)
    const isMod = event.ctrlKey || event.metaKey
    if (next !== null) {
      setAnchor(event.shiftKey ? (anchor ?? focus) : null)
      moveTo(next)
    } else if (event.key === ' ') onToggle(row, event.shiftKey ? 'range' : 'one')
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null)
    else if (event.key === 'Enter' || event.key === 'F2') {
      if (column === 0) onToggle(row, 'one')
      else if (column === 1) props.onDetails(row)
      else open(focus, false)
    } else if (column < FIRST_TEXT_COLUMN) return
    else if ((event.key === 'Delete' || event.key === 'Backspace') && range !== null) props.onClear(range)
    else if (!isMod && !event.altKey && startsText(event)) {
      open(focus, true)
      // The letter itself goes to the newly focused field, and must not act as a shortcut.
      event.stopPropagation()
      return
    } else return
    event.preventDefault()
  }

  const latest = useRef({ onPress, open, onFocus })
  latest.current = { onPress, open, onFocus }
  const pressCell = useCallback(
    (row: number, column: number, event: MouseEvent) => latest.current.onPress({ row, column }, event),
    [],
  )
  const openCell = useCallback(
    (row: number, column: number) => latest.current.open({ row, column }, false),
    [],
  )
  const focusCell = useCallback((row: number, column: number) => latest.current.onFocus({ row, column }), [])

  function onPress(at: Position, event: MouseEvent): void {
    const wasHere = focus.row === at.row && focus.column === at.column
    // Touch has no double click: tapping the focused cell opens it.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (at.column === 0) onToggle(at.row, event.shiftKey ? 'range' : 'one')
    else if (event.shiftKey) setAnchor(anchor ?? focus)
    else {
      setAnchor(null)
      if (at.column === 1) props.onDetails(at.row)
      else if (isTouch && wasHere) open(at, false)
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    if (range === null) return
    event.preventDefault()
    props.onPaste(event.clipboardData.getData('text/plain'), { row: range.top, column: range.first })
  }
  const onCopy = (event: ClipboardEvent) => {
    if (range === null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', props.onCopy(range))
    if (event.type === 'cut') props.onClear(range)
  }

  const template = `42px minmax(var(--key-column), 1.3fr) repeat(${languages.length}, minmax(11rem, 1fr))`
  const { edit } = editing
  const editedRow = edit === null ? undefined : rowAt(edit.index)
  const editPlace = edit === null ? undefined : places[edit.column]

  return (
    <Grid
      label={t('grid')}
      scroller={scroller}
      frame={styles.frame}
      rows={count}
      columns={columns}
      minWidth={`calc(var(--key-column) + ${languages.length * 11}rem + 42px)`}
      height={virtual.getTotalSize()}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCopy={onCopy}
      onCut={onCopy}
      {...focusProps}
      head={
        <KeyGridHead
          {...{ ref: head, template, languages, count, onToggleAll }}
          sourceLanguage={project.sourceLanguage}
          selected={selection.keys.size}
        />
      }
      over={
        edit === null || editedRow === undefined || editPlace === undefined ? null : (
          <CellEditor
            key={`${edit.keyId} ${edit.language}`}
            row={editedRow}
            edit={edit}
            conflict={editing.conflict}
            rules={rules}
            place={positionOfEditor(editPlace, {
              top: (places[0]?.height ?? 0) + edit.index * ROW_HEIGHT,
              wanted: Math.min(
                editedRow.key.plural === 'none' && editing.conflict === null ? 320 : 400,
                (scroller.current?.clientWidth ?? 400) - 16, // a phone is narrower
              ),
              whole: head.current?.offsetWidth ?? 0,
              isBelow: editedRow.key.plural !== 'none' || editing.conflict !== null,
            })}
            onChange={editing.setForm}
            onCommit={close}
            onCancel={() => {
              editing.cancel()
              setIsInside(true)
            }}
            onLeave={() => void editing.commit()}
            onResolve={(forms) => {
              editing.resolve(forms)
              setIsInside(true)
            }}
          />
        )
      }
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rowAt(item.index)
        const isHere = focus.row === item.index
        const isRanged =
          shownRange !== null && item.index >= shownRange.top && item.index <= shownRange.bottom
        return (
          <GridRowView
            key={item.key}
            index={item.index}
            row={row}
            languages={languages}
            project={project.slug}
            rules={rules}
            isSelected={row !== undefined && selection.keys.has(row.key.id)}
            focusColumn={isHere ? focus.column : -1}
            takesFocus={isHere && isInside && edit === null}
            rangeFirst={isRanged ? shownRange.first : -1}
            rangeLast={isRanged ? shownRange.last : -1}
            marks={marks}
            template={template}
            start={item.start}
            onFocus={focusCell}
            onPress={pressCell}
            onOpen={openCell}
          />
        )
      })}
    </Grid>
  )
}

/** Whether the key types text: a letter, a dead key or the first key of an input method. */
function startsText(event: KeyboardEvent): boolean {
  return (
    [...event.key].length === 1 ||
    event.key === 'Dead' ||
    event.key === 'Process' ||
    event.key === 'Unidentified'
  )
}

/** Places the editor over its cell or below it, as wide as needed, within the grid. */
function positionOfEditor(
  cell: { readonly left: number; readonly width: number },
  {
    top,
    wanted,
    whole,
    isBelow,
  }: { readonly top: number; readonly wanted: number; readonly whole: number; readonly isBelow: boolean },
): { readonly top: number; readonly left: number; readonly width: number } {
  const width = Math.min(Math.max(cell.width, wanted), Math.max(cell.width, whole))
  const isRightToLeft = document.documentElement.dir === 'rtl'
  const left = isRightToLeft ? cell.left + cell.width - width : cell.left
  return {
    top: isBelow ? top + ROW_HEIGHT : top,
    left: isRightToLeft ? left : Math.max(0, Math.min(left, whole - width)),
    width,
  }
}
