import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './KeyGrid.module.css'

export type GridCellProps = {
  readonly column: number
  readonly isFocused: boolean
  readonly takesFocus: boolean
  /** The cell is in the selected range, to be copied, pasted over or cleared. */
  readonly isInRange?: boolean
  readonly mark?: 'pasted' | 'left-out' | undefined
  readonly isReadOnly?: boolean
  readonly onFocus: (column: number) => void
  readonly onPress: (column: number, event: MouseEvent) => void
  readonly onOpen?: (column: number) => void
  readonly children: ReactNode
}

/** One cell of the grid: it can be focused, clicked, and opened by a double click. */
export function GridCell(props: GridCellProps) {
  const {
    column,
    isFocused,
    takesFocus,
    isInRange = false,
    mark,
    isReadOnly = false,
    onFocus,
    onPress,
    onOpen,
    children,
  } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused && takesFocus) ref.current?.focus({ preventScroll: true })
  }, [isFocused, takesFocus])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised without losing its rows
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard for all its cells
    <div
      ref={ref}
      role="gridcell"
      aria-colindex={column + 1}
      aria-readonly={isReadOnly}
      aria-selected={isInRange}
      tabIndex={isFocused ? 0 : -1}
      className={styles.cell}
      data-mark={mark}
      onFocus={() => onFocus(column)}
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault() // selects cells, not text
      }}
      onClick={(event) => onPress(column, event)}
      onDoubleClick={() => onOpen?.(column)}
    >
      {children}
    </div>
  )
}
