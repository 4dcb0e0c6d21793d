import { type Grid, type Position, positionAfterKey } from '../../../lib/list/position-after-key.ts'
import { type TextKey, typesText } from '../../../lib/shortcuts/types-text.ts'
import type { AfterCell } from '../cell/CellEditor.tsx'
import { FIRST_TEXT_COLUMN } from './grid-range.ts'

/** What a key does in the grid. */
export type GridCommand =
  | { readonly kind: 'move'; readonly to: Position; readonly isExtending: boolean }
  | { readonly kind: 'select'; readonly how: 'one' | 'range' }
  | { readonly kind: 'open'; readonly isReplacing: boolean }
  | { readonly kind: 'details' | 'clear' | 'end-range' }

type Pressed = TextKey & { readonly shiftKey: boolean }

/** Returns what a key does at the focused cell; null if it is not a key of the grid. */
export function gridCommand(
  event: Pressed,
  focus: Position,
  grid: Grid,
  hasRange: boolean,
): GridCommand | null {
  const { key, shiftKey } = event
  const to = positionAfterKey(event, focus, grid)
  if (to !== null) return { kind: 'move', to, isExtending: shiftKey }
  if (key === ' ') return { kind: 'select', how: shiftKey ? 'range' : 'one' }
  if (key === 'Escape' && hasRange) return { kind: 'end-range' }
  if (key === 'Enter' || key === 'F2') {
    if (focus.column === 0) return { kind: 'select', how: 'one' }
    return focus.column === 1 ? { kind: 'details' } : { kind: 'open', isReplacing: false }
  }
  if (focus.column < FIRST_TEXT_COLUMN) return null
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  return typesText(event) ? { kind: 'open', isReplacing: true } : null
}

/** Returns the cell that gets the focus after one was closed. */
export function positionAfterCell(
  after: AfterCell,
  { row, column }: Position,
  { rows, columns }: Pick<Grid, 'rows' | 'columns'>,
): Position {
  const below = Math.min(rows - 1, row + 1)
  if (after === 'down') return { row: below, column }
  if (after === 'previous') return { row, column: column > FIRST_TEXT_COLUMN ? column - 1 : 1 }
  if (after === 'stay') return { row, column }
  return column + 1 < columns ? { row, column: column + 1 } : { row: below, column: FIRST_TEXT_COLUMN }
}
