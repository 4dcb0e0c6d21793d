/** Width of the fields of a single text and of several, in pixels. */
const WIDTHS = { over: 320, below: 400 } as const
const MARGIN = 16

export type EditorRoom = {
  /** Top of the row, in pixels. */
  readonly top: number
  readonly rowHeight: number
  /** Over the cell, or below it, where the fields are larger than the cell. */
  readonly side: 'over' | 'below'
  /** Width of the whole grid and of its visible part, which is narrow on a phone. */
  readonly whole: number
  readonly visible: number
  readonly isRightToLeft: boolean
}

/** Places the editor at its cell, as wide as needed, within the grid. */
export function editorPlace(
  cell: { readonly left: number; readonly width: number },
  { top, rowHeight, side, whole, visible, isRightToLeft }: EditorRoom,
): { readonly top: number; readonly left: number; readonly width: number } {
  const wanted = Math.min(WIDTHS[side], visible - MARGIN)
  const width = Math.min(Math.max(cell.width, wanted), Math.max(cell.width, whole))
  return {
    top: side === 'below' ? top + rowHeight : top,
    left: isRightToLeft ? cell.left + cell.width - width : Math.max(0, Math.min(cell.left, whole - width)),
    width,
  }
}
