import { useState } from 'react'
import { NO_ROWS, selectTo, toggleRow, withoutRows } from '../../../lib/list/row-selection.ts'

export type KeySelection = {
  readonly keys: ReadonlySet<number>
  /** Toggles a row, or selects all from the last toggled one. */
  readonly toggle: (index: number, how: 'one' | 'range') => void
  /** Selects all loaded rows; none if some are selected. */
  readonly toggleAll: () => void
  readonly clear: () => void
  /** Deselects keys. */
  readonly remove: (keys: readonly number[]) => void
}

/** Returns the selected rows of the grid, which stay selected while they are scrolled out of sight. */
export function useKeySelection(count: number, keyAt: (index: number) => number | null): KeySelection {
  const [selection, setSelection] = useState(NO_ROWS)
  const { keys } = selection
  return {
    keys,
    toggle: (index, how) => {
      const key = keyAt(index)
      if (how === 'range') setSelection(selectTo(selection, index, keyAt))
      else if (key !== null) setSelection(toggleRow(selection, key, index))
    },
    toggleAll: () => {
      const all = () => selectTo({ ...NO_ROWS, anchor: 0 }, count - 1, keyAt).keys
      setSelection(keys.size > 0 ? NO_ROWS : { keys: all(), anchor: null })
    },
    clear: () => setSelection(NO_ROWS),
    remove: (gone) => setSelection((now) => withoutRows(now, gone)),
  }
}
