import { createContext } from 'react'

/** Explains a greyed-out control that was pressed; provided by the frame, which knows who can change that. */
export const RefusalHelpContext = createContext<(refusal: string) => void>(() => {})
