import { type KeyboardEvent, type RefObject, useCallback, useRef } from 'react'
import { afterOverlay } from './after-overlay.ts'
import { positionAfterKey } from './position-after-key.ts'
import { type ListShortcuts, useListShortcuts } from './use-list-shortcuts.ts'

/** Number of rows that Page Up and Page Down skip: about as many as are visible. */
const PAGE = 8

export type ListOptions<Id> = Pick<ListShortcuts, 'group' | 'onSelect'> & {
  /** Rows in their order. */
  readonly ids: readonly Id[]
  readonly current: Id | null
  /** Called after the focus has moved to a row. */
  readonly onGo?: (id: Id) => void
  /** Called with the row that an extended selection leaves and the one it reaches. */
  readonly onExtend?: (from: Id, to: Id) => void
}

export type List<Id, Element extends HTMLElement> = {
  /** For the element around the rows. */
  readonly props: {
    readonly ref: RefObject<Element | null>
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  /** Focuses a row, if there is one with this id: after an action of a menu, when that has closed. */
  readonly focus: (id: Id | null) => void
  readonly move: (by: number) => void
}

/**
 * Moves through the rows of a list by keys. The focusable element of each row has its id as `data-item`; keys
 * of other controls in a row are theirs.
 */
export function useList<Id extends string | number, Element extends HTMLElement = HTMLOListElement>(
  options: ListOptions<Id>,
): List<Id, Element> {
  const { ids, current, group, onGo, onSelect, onExtend } = options
  const ref = useRef<Element>(null)
  const at = current === null ? -1 : ids.indexOf(current)

  const focus = useCallback((id: Id | null) => {
    afterOverlay(() => {
      const row = ref.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)
      row?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'nearest' })
    })
  }, [])
  const go = (index: number) => {
    const id = ids[Math.max(0, Math.min(index, ids.length - 1))]
    if (id === undefined) return
    focus(id)
    onGo?.(id)
  }
  const move = (by: number) => go(at + by)
  const extend = (by: number) => {
    const to = ids[at + by]
    if (current === null || to === undefined) return
    onExtend?.(current, to)
    go(at + by)
  }
  useListShortcuts({
    group,
    onMove: move,
    ...(onSelect === undefined ? {} : { onSelect }),
    ...(onExtend === undefined ? {} : { onExtend: extend }),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.item !== undefined
    if (!isOnRow || event.shiftKey || event.altKey) return
    const list = { rows: ids.length, columns: 1, page: PAGE, isRightToLeft: false }
    const next = positionAfterKey(event, { row: at, column: 0 }, list)
    if (next === null) return
    event.preventDefault()
    go(next.row)
  }
  return { props: { ref, onKeyDown }, focus, move }
}
