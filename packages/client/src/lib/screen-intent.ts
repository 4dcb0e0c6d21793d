import { useEffect, useRef } from 'react'

/** Something to do on a screen, asked for from elsewhere (the command palette). */
export type ScreenIntent = 'connect-folder' | 'export' | 'import' | 'new-key'

let asked: ScreenIntent | null = null
const listeners = new Set<() => void>()

/** Asks for it; the screen that can do it does so as soon as it is there. */
export function askScreen(intent: ScreenIntent): void {
  asked = intent
  for (const listener of [...listeners]) listener()
}

/** Does what was asked of this screen, once, now or later. */
export function useScreenIntent(actions: Partial<Record<ScreenIntent, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const answer = () => {
      const action = asked === null ? undefined : latest.current[asked]
      if (action === undefined) return
      asked = null
      action()
    }
    listeners.add(answer)
    answer()
    return () => void listeners.delete(answer)
  }, [])
}
