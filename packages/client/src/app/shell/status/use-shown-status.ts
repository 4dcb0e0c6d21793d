import { useEffect, useRef, useState } from 'react'
import type { Status } from '../../../lib/status/status.ts'

/** A save that is confirmed within this time is never shown as in progress. */
const QUICK_MS = 300

/**
 * Returns the status without flicker: while a save takes less than 300 ms, a preceding draft status stays.
 * Never returns a better status than the real one.
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
