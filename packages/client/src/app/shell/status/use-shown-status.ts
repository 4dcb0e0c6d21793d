import { useEffect, useRef, useState } from 'react'
import type { Status } from '../../../lib/status/status.ts'

/** A save that is answered within this time is never said to be on its way. */
const QUICK_MS = 300

/**
 * The status without flicker: while a save takes less than 300 ms, what was said before it stays, where that
 * was no better (a draft). Never shows anything better than the status itself.
 */
export function useShownStatus(status: Status): Status {
  const [isSlow, setIsSlow] = useState(false)
  const isSaving = status.kind === 'saving'
  useEffect(() => {
    if (!isSaving) return
    const timer = setTimeout(() => setIsSlow(true), QUICK_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isSaving])
  const before = useRef(status)
  const wasDraft = before.current.kind === 'draft' || before.current.kind === 'typing'
  const shown = isSaving && !isSlow && wasDraft ? before.current : status
  useEffect(() => {
    before.current = shown
  })
  return shown
}
