import { LIMITS } from '@dragoman/core'
import { useState } from 'react'

export type SelectedRows = {
  /** Only those that are still in the list. */
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  /** Extends the selection from one row to the row the focus moves to. */
  readonly extend: (from: string, to: string | undefined) => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** Returns the selected rows of a list, limited to the number that can be reviewed together. */
export function useRowSelection(rows: readonly string[]): SelectedRows {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const add = (...ids: readonly string[]) =>
    setSelected((now) => new Set([...now, ...ids].slice(0, LIMITS.reviewItemsMax)))
  const remove = (ids: readonly string[]) =>
    setSelected((now) => new Set([...now].filter((id) => !ids.includes(id))))
  return {
    ids: new Set(rows.filter((id) => selected.has(id))),
    toggle: (id) => (selected.has(id) ? remove([id]) : add(id)),
    extend: (from, to) => add(from, ...(to === undefined ? [] : [to])),
    remove,
    clear: () => setSelected(new Set()),
  }
}
