/** Selected keys; a range is selected from the last one touched. */
export type Selection = { readonly ids: ReadonlySet<number>; readonly anchor: number | null }

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null }

/** Turns the row at `index` on or off. `idAt` gives the key of a row that is loaded. */
export function toggleRow(
  selection: Selection,
  index: number,
  idAt: (index: number) => number | undefined,
): Selection {
  const id = idAt(index)
  if (id === undefined) return selection
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: index }
}

/** Adds all loaded rows from the last touched one to this one. */
export function extendTo(
  selection: Selection,
  index: number,
  idAt: (index: number) => number | undefined,
): Selection {
  const from = selection.anchor ?? index
  const ids = new Set(selection.ids)
  for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
    const id = idAt(at)
    if (id !== undefined) ids.add(id)
  }
  return { ids, anchor: index }
}
