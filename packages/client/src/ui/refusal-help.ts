import { createContext } from 'react'
import { showToast } from '../lib/notices/toast.ts'

/**
 * Explains a greyed-out control that was pressed: by its reason, and within a project by the frame, which knows who
 * can change that.
 */
export const RefusalHelpContext = createContext<(refusal: string) => void>((refusal) => showToast(refusal))
