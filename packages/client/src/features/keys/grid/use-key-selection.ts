import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowPlace } from '../../../lib/list/follow-row.ts'
import {
  NO_ROWS,
  rowsOfRange,
  selectAll,
  selectTo,
  toggleRow,
  withFollowedAnchor,
  withoutRows,
} from '../../../lib/list/row-selection.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { KEYS_PAGE } from '../queries.ts'
import { indexOfKey, keyIn } from './load-same-rows.ts'
import type { GridRows, RowAt } from './use-grid-rows.ts'
import { useLoadedRows } from './use-loaded-rows.ts'

export type KeySelection = {
  readonly keys: ReadonlySet<number>
  /** Toggles a row, or selects all from the last toggled one, which are loaded first. */
  readonly toggle: (index: number, how: 'one' | 'range') => void
  /** Selects all loaded rows; none if some are selected. */
  readonly toggleAll: () => void
  readonly clear: () => void
  /** Deselects keys. */
  readonly remove: (keys: readonly number[]) => void
}

/**
 * Returns the selected rows of the grid, which stay selected while they are scrolled out of sight. `filter` identifies
 * the list.
 */
export function useKeySelection(
  rows: Pick<GridRows, 'count' | 'rowAt' | 'indexOf' | 'loadedRows' | 'loadRows'>,
  filter: string,
): KeySelection {
  const { t } = useTranslation('keys')
  const [selection, setSelection] = useState(NO_ROWS)
  const followed = withFollowedAnchor(selection, { keyAt: keyIn(rows.rowAt), indexOf: rows.indexOf })
  if (followed !== selection) setSelection(followed)
  const { keys, anchor } = selection
  const load = useLoadedRows(rows)
  /** The range that is loading. Another selection or filter replaces it. */
  const loading = useRef<object | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these ends it
  useEffect(() => {
    return () => {
      loading.current = null
    }
  }, [keys, filter])

  const selectRange = async (index: number) => {
    const { first, last } = rowsOfRange(selection, index)
    const select = (rowAt: RowAt) => {
      const start = anchor === null ? null : anchorIn(rowAt, anchor, first - KEYS_PAGE, last + KEYS_PAGE)
      const isLost = anchor !== null && start === null
      if (isLost) showToast(t('listChanged'), { tone: 'problem' })
      setSelection(isLost ? { keys, anchor: null } : selectTo({ keys, anchor: start }, index, keyIn(rowAt)))
    }
    const loaded = rows.loadedRows(first, last)
    if (loaded !== null) return select(loaded)
    const range = {}
    loading.current = range
    const rowAt = await load(first, last)
    if (rowAt !== null && loading.current === range) select(rowAt)
  }

  return {
    keys,
    toggle: (index, how) => {
      const key = keyIn(rows.rowAt)(index)
      if (how === 'range') void selectRange(index)
      else if (key !== null) setSelection(toggleRow(selection, key, index))
    },
    toggleAll: () => {
      setSelection(keys.size > 0 ? NO_ROWS : selectAll(rows.count, keyIn(rows.rowAt)))
    },
    clear: () => setSelection(NO_ROWS),
    remove: (gone) => setSelection((now) => withoutRows(now, gone)),
  }
}

/**
 * Returns the anchor where its row is among these loaded ones, because the list can have changed while it was out of
 * sight; null if it is not among them.
 */
function anchorIn(rowAt: RowAt, anchor: RowPlace, first: number, last: number): RowPlace | null {
  if (anchor.key === null || keyIn(rowAt)(anchor.index) === anchor.key) return anchor
  const index = indexOfKey(rowAt, anchor.key, first, last)
  return index < 0 ? null : { ...anchor, index }
}
