import type { EditorRowReply, ProjectReply } from '@dragoman/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { positionAfterKey } from '../../../lib/list/position-after-key.ts'
import {
  NO_ROWS,
  type RowSelection,
  rowsOfRange,
  selectTo,
  toggleRow,
} from '../../../lib/list/row-selection.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useDraftKeys, useSaveQueue } from '../../../lib/saving/use-saving.ts'
import { pressedKeys } from '../../../lib/shortcuts/shortcuts.ts'
import { useTextRules, withPending } from '../../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { indexWithRow, isLoaded, keyAt, type ListState, rowAt } from './list-state.ts'
import styles from './StringListView.module.css'
import { type RowPick, StringRow } from './StringRow.tsx'
import type { CurrentRow } from './use-current-row.ts'
import type { ShownList } from './use-string-list.ts'

export type StringListHandle = {
  readonly focus: () => void
  /** Selects or deselects the current row. */
  readonly select: () => void
  /** Moves the current row. */
  readonly move: (by: 1 | -1) => void
}

export type StringListViewProps = {
  readonly shown: ShownList
  readonly project: Pick<ProjectReply, 'slug' | 'sourceLanguage'>
  readonly current: CurrentRow
  /** Enter: focuses the text. */
  readonly onEnter: () => void
  readonly picked: RowSelection | 'all'
  readonly onPicked: (picked: RowSelection | 'all') => void
  readonly ref?: Ref<StringListHandle>
}

/** Key, source and translation; one line less for the source language. */
const ROW_HEIGHTS = { translation: 76, source: 56 } as const
/** Rows that stay visible before and after the current one. */
const ROWS_AROUND = 2
const RESTED_MS = 60

/** The filtered strings, virtualised. One tab stop; the arrows move to the next. */
export function StringListView(props: StringListViewProps) {
  const { shown, project, current, picked, ref } = props
  const { t } = useTranslation('translations')
  const { state } = shown
  const draftKeys = useDraftKeys(project.slug, shown.filter.language)
  const shownTarget = useShownTarget(project)
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const total = state.total ?? 0
  const rowHeight =
    shown.filter.language === project.sourceLanguage ? ROW_HEIGHTS.source : ROW_HEIGHTS.translation
  const { virtual, items } = useVisibleRows(props, { scroller, rowHeight })
  const { select, move, onPick, onKeyDown } = useListActs(props, {
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    onMissing: (index) => virtual.scrollToIndex(index),
  })
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus(), select, move }), [select, move])

  const isCurrentDrawn = items.some((item) => item.index === current.index)
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      aria-label={t('list.label')}
      aria-multiselectable="true"
      aria-activedescendant={isCurrentDrawn ? `${id}-${current.index}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className={styles.sheet} role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rowAt(state, item.index)
          if (indexWithRow(state, item.index, 1) !== item.index) return null
          const isPicked = picked === 'all' || (row !== null && picked.keys.has(row.key.id))
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and references the active option
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              className={styles.option}
              role="option"
              aria-selected={isPicked}
              aria-current={item.index === current.index ? 'true' : undefined}
              aria-setsize={state.isAtLeast ? -1 : total}
              aria-posinset={item.index + 1}
              style={{ blockSize: rowHeight, transform: `translateY(${item.start}px)` }}
            >
              {row === null ? (
                <span className={styles.coming} role="img" aria-label={t('list.coming')} />
              ) : (
                <StringRow
                  row={row}
                  target={shownTarget(row)}
                  hasDraft={draftKeys.has(row.key.id)}
                  isPicked={isPicked}
                  isGone={state.gone.has(row.key.id)}
                  onPick={onPick}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Returns a function that returns a row's text as known to this page. */
function useShownTarget({ slug, sourceLanguage }: StringListViewProps['project']) {
  const queue = useSaveQueue()
  const rules = useTextRules(sourceLanguage)
  return (row: EditorRowReply) => {
    const address = { project: slug, language: row.target.language, keyId: row.key.id }
    return withPending(row, row.target, { pending: pendingFor(queue, address), rules })
  }
}

type Scrolled = { readonly scroller: RefObject<HTMLDivElement | null>; readonly rowHeight: number }

/** Returns the rows in the viewport, and loads them. */
function useVisibleRows(
  { shown: { list, state, filter }, current }: StringListViewProps,
  { scroller, rowHeight }: Scrolled,
) {
  const total = state.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight * ROWS_AROUND,
    scrollPaddingEnd: rowHeight * ROWS_AROUND,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { isScrolling } = virtual
  // biome-ignore lint/correctness/useExhaustiveDependencies: visible rows that become suspect are read again
  useEffect(() => {
    if (total === 0) return
    // Nothing is requested while the scroll bar moves past thousands of rows, only where it stops.
    const timer = setTimeout(() => list.want(first, last), isScrolling ? RESTED_MS : 0)
    return () => clearTimeout(timer)
  }, [list, first, last, total, isScrolling, state.suspect])

  // The current row is scrolled into view when it changes, never because the reader scrolls away from it.
  const { index } = current
  useEffect(() => {
    if (index !== null) virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, virtual])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter starts at the top
  useEffect(() => {
    if (index === null) virtual.scrollToOffset(0)
  }, [filter])
  return { virtual, items }
}

type ListPlace = {
  /** Number of rows that Page Up and Page Down skip. */
  readonly page: () => number
  /** A row was reached that is not loaded. */
  readonly onMissing: (index: number) => void
}

/** Returns the index of the next row in a direction, or if there is none, of the last one before it. */
function nearestRow(state: ListState, index: number, by: 1 | -1): number {
  const next = indexWithRow(state, index, by)
  return next >= 0 && next < (state.total ?? 0) ? next : indexWithRow(state, index, -by)
}

/**
 * Returns a function that selects all rows of a range, which are loaded first. If that fails, nothing is selected, and
 * the list reports it.
 */
function useRangeSelection({
  list,
  picked,
  onPicked,
}: Pick<StringListViewProps, 'picked' | 'onPicked'> & Pick<ShownList, 'list'>) {
  /** The range that is loading. Another selection or list replaces it. */
  const loading = useRef<object | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these ends it
  useEffect(() => {
    return () => {
      loading.current = null
    }
  }, [picked, list])
  return async (from: RowSelection, index: number) => {
    const select = () => onPicked(selectTo(from, index, (at) => keyAt(list.state.get(), at)))
    const { first, last } = rowsOfRange(from, index)
    if (isLoaded(list.state.get(), first, last)) return select()
    const range = {}
    loading.current = range
    if ((await list.loadRows(first, last)) && loading.current === range) select()
  }
}

/** Moves to rows, opens and selects them, by keys and by clicks. */
function useListActs(
  { shown: { list, state }, current, onEnter, picked, onPicked }: StringListViewProps,
  { page, onMissing }: ListPlace,
) {
  const rows = picked === 'all' ? NO_ROWS : picked
  const selectRange = useRangeSelection({ list, picked, onPicked })
  const select = useLatestCallback(() => {
    if (current.keyId !== null) onPicked(toggleRow(rows, current.keyId, current.index ?? 0))
  })
  const onPick = useLatestCallback((keyId: number, pick: RowPick) => {
    const index = state.places.get(keyId) ?? 0
    if (pick === 'open') current.open(keyId)
    else if (pick === 'toggle') onPicked(toggleRow(rows, keyId, index))
    else void selectRange(rows, index)
  })
  const from = current.index ?? -1
  const step = (to: number, isExtending: boolean) => {
    const index = nearestRow(state, to, to < from ? -1 : 1)
    const key = keyAt(state, index)
    if (key === null) {
      list.want(index, index)
      return onMissing(index)
    }
    const start = current.index === null ? { index, key } : { index: current.index, key: current.keyId }
    if (isExtending) void selectRange({ ...rows, anchor: rows.anchor ?? start }, index)
    current.go(key)
  }
  const move = useLatestCallback((by: 1 | -1) => step(Math.max(0, from + by), false))
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKeys(event) === 'mod+a') {
      event.preventDefault()
      return onPicked('all')
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = positionAfterKey(
      event,
      { row: from, column: 0 },
      { rows: state.total ?? 0, columns: 1, page: page(), isRightToLeft: false },
    )
    if (to !== null) step(to.row, event.shiftKey)
    else if (event.key === 'Enter') onEnter()
    else if (event.key === 'Escape' && (picked === 'all' || picked.keys.size > 0)) onPicked(NO_ROWS)
    else if (event.key === ' ') select()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { select, move, onPick, onKeyDown }
}
