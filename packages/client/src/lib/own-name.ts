import { createContext, useContext } from 'react'

/** The name under which this person saves; null while nobody is known. */
export const OwnNameContext = createContext<string | null>(null)

export function useOwnName(): string | null {
  return useContext(OwnNameContext)
}
