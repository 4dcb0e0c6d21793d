import { LIMITS } from '@dragoman/core'
import { useState } from 'react'

export type SelectedRows = {
  /** Only those that are still in the list. */
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  /** From one row to the next one moves to. */
  readonly extend: (from: string, to: string | undefined) => void
  readonly remove: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** Which rows of a list are selected; no more than are reviewed at once. */
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
