import { useEffect, useRef } from 'react'
import { announce } from '../../../lib/notices/announce.ts'
import type { StatusKind } from '../../../lib/status/status.ts'

/** What changes while one types and saves is not worth a word; what it leads to is. */
const SILENT: ReadonlySet<StatusKind> = new Set(['typing', 'draft', 'saving', 'connecting'])
/** A state that does not last is not read aloud. */
const RESTED_MS = 700

/** Reads the status aloud when it has changed and rests; never what it was when the screen opened. */
export function useStatusAnnouncer(kind: StatusKind, text: string): void {
  const spoken = useRef(text)
  const kindBefore = useRef(kind)
  useEffect(() => {
    const isNew = kindBefore.current !== kind
    kindBefore.current = kind
    // Another count or a translation of the same state is no news, but a save that came and went is
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
