import { createContext, useContext } from 'react'

/** The id of the signed-in person, as in what they save; null while unknown. */
export const OwnIdContext = createContext<string | null>(null)

export function useOwnId(): string | null {
  return useContext(OwnIdContext)
}
