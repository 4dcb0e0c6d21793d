import { type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'

export type ListShortcuts = {
  /** i18next key of the heading in the list of shortcuts. */
  readonly group: string
  readonly onMove: (by: 1 | -1) => void
  /** Selects or deselects the current row. */
  readonly onSelect?: () => void
  /** Moves, and selects the rows that it leaves and reaches. */
  readonly onExtend?: (by: 1 | -1) => void
}

/** Handles the shortcuts of a list. They are the same on every screen, also after someone has changed their keys. */
export function useListShortcuts({ group, onMove, onSelect, onExtend }: ListShortcuts): void {
  const one = (id: string, keys: string, run: () => void, repeats = true): Shortcut => ({
    id: `list-${id}`,
    keys,
    label: `common:list.${id}`,
    group,
    repeats,
    run,
  })
  useShortcuts([
    one('next', 'j', () => onMove(1)),
    one('previous', 'k', () => onMove(-1)),
    ...(onSelect === undefined ? [] : [one('select', 'x', onSelect, false)]),
    ...(onExtend === undefined
      ? []
      : [
          one('extendNext', 'shift+ArrowDown', () => onExtend(1)),
          one('extendPrevious', 'shift+ArrowUp', () => onExtend(-1)),
        ]),
  ])
}
