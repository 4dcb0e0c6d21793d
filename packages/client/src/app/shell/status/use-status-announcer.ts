import { useEffect, useRef } from 'react'
import { announce } from '../../../lib/notices/announce.ts'
import type { StatusKind } from '../../../lib/status/status.ts'

/** States while people type and save are not announced; their results are. */
const SILENT: ReadonlySet<StatusKind> = new Set(['typing', 'draft', 'saving', 'connecting'])
/** A state that does not last is not read aloud. */
const RESTED_MS = 700

/** Reads the status aloud after it has changed and settled; never the initial one. */
export function useStatusAnnouncer(kind: StatusKind, text: string): void {
  const spoken = useRef(text)
  const kindBefore = useRef(kind)
  useEffect(() => {
    const isNew = kindBefore.current !== kind
    kindBefore.current = kind
    // Another count or language of the same state is not news, but a completed save is
    if (isNew && kind === 'saving') spoken.current = ''
    if (SILENT.has(kind)) return
    const timer = setTimeout(() => {
      if (spoken.current === text) return
      spoken.current = text
      announce(text)
    }, RESTED_MS)
    return () => clearTimeout(timer)
  }, [kind, text])
}
