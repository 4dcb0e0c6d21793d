import { useEffect, useRef, useState } from 'react'
import { NO_ROWS, rowsOfRange, selectTo, toggleRow, withoutRows } from '../../../lib/list/row-selection.ts'
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
  rows: Pick<GridRows, 'count' | 'rowAt' | 'loadedRows' | 'loadRows'>,
  filter: string,
): KeySelection {
  const [selection, setSelection] = useState(NO_ROWS)
  const load = useLoadedRows(rows)
  /** The range that is loading. Another selection or filter replaces it. */
  const loading = useRef<object | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these ends it
  useEffect(() => {
    return () => {
      loading.current = null
    }
  }, [selection, filter])

  const selectRange = async (index: number) => {
    const select = (rowAt: RowAt) => setSelection(selectTo(selection, index, keyIn(rowAt)))
    const { first, last } = rowsOfRange(selection, index)
    const loaded = rows.loadedRows(first, last)
    if (loaded !== null) return select(loaded)
    const range = {}
    loading.current = range
    const rowAt = await load(first, last)
    if (rowAt !== null && loading.current === range) select(rowAt)
  }

  const { keys } = selection
  return {
    keys,
    toggle: (index, how) => {
      const key = keyIn(rows.rowAt)(index)
      if (how === 'range') void selectRange(index)
      else if (key !== null) setSelection(toggleRow(selection, key, index))
    },
    toggleAll: () => {
      const all = () => selectTo({ ...NO_ROWS, anchor: 0 }, rows.count - 1, keyIn(rows.rowAt)).keys
      setSelection(keys.size > 0 ? NO_ROWS : { keys: all(), anchor: null })
    },
    clear: () => setSelection(NO_ROWS),
    remove: (gone) => setSelection((now) => withoutRows(now, gone)),
  }
}

/** Returns a function that returns the key of a row; null if it is not loaded. */
function keyIn(rowAt: RowAt) {
  return (index: number) => rowAt(index)?.key.id ?? null
}
