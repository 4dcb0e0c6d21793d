import { createContext, useContext } from 'react'

/** The id of who is signed in, as what they save has it; null while nobody is known. */
export const OwnIdContext = createContext<string | null>(null)

export function useOwnId(): string | null {
  return useContext(OwnIdContext)
}
