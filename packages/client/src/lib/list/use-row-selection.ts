import { useState } from 'react'

export type SelectedRows = {
  /** Only those that are still in the list. */
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly add: (...ids: readonly string[]) => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** Returns the selected rows of a list, `max` at most. */
export function useRowSelection(rows: readonly string[], max = Number.POSITIVE_INFINITY): SelectedRows {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const add = (...ids: readonly string[]) => setSelected((now) => new Set([...now, ...ids].slice(0, max)))
  const remove = (ids: readonly string[]) =>
    setSelected((now) => new Set([...now].filter((id) => !ids.includes(id))))
  return {
    ids: new Set(rows.filter((id) => selected.has(id))),
    toggle: (id) => (selected.has(id) ? remove([id]) : add(id)),
    add,
    remove,
    clear: () => setSelected(new Set()),
  }
}
