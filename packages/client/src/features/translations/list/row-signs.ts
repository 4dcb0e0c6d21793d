import { createContext } from 'react'

/** What is open on a key besides its texts. */
export type RowSigns = {
  readonly comments: number
  readonly questions: number
  readonly suggestions: number
}

/** By key; the screen provides it. A key without any has no entry. */
export const RowSignsContext = createContext<ReadonlyMap<number, RowSigns>>(new Map())
