import { useEffect } from 'react'
import { startFocusKeeper } from '../lib/focus/focus-keeper.ts'

/** Keeps the focus from getting lost while it is mounted. */
export function FocusKeeper() {
  useEffect(() => startFocusKeeper(), [])
  return null
}
