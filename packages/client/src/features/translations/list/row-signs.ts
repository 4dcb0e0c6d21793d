import { createContext } from 'react'

/** Open items of a key in addition to its texts. */
export type RowSigns = {
  readonly comments: number
  readonly questions: number
  readonly suggestions: number
}

/** By key; provided by the screen. A key without any has no entry. */
export const RowSignsContext = createContext<ReadonlyMap<number, RowSigns>>(new Map())
