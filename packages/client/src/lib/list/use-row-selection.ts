import { useState } from 'react'

export type SelectedRows<Id extends string> = {
  /** Only those that are still in the list. */
  readonly ids: ReadonlySet<Id>
  readonly toggle: (id: Id) => void
  readonly add: (...ids: readonly Id[]) => void
  readonly remove: (ids: readonly Id[]) => void
  readonly clear: () => void
}

/** Returns the selected rows of a list, `max` at most. */
export function useRowSelection<Id extends string>(
  rows: readonly Id[],
  max = Number.POSITIVE_INFINITY,
): SelectedRows<Id> {
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  const add = (...ids: readonly Id[]) => setSelected((now) => new Set([...now, ...ids].slice(0, max)))
  const remove = (ids: readonly Id[]) =>
    setSelected((now) => new Set([...now].filter((id) => !ids.includes(id))))
  return {
    ids: new Set(rows.filter((id) => selected.has(id))),
    toggle: (id) => (selected.has(id) ? remove([id]) : add(id)),
    add,
    remove,
    clear: () => setSelected(new Set()),
  }
}
