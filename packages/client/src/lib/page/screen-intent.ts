import { useEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** Something to do on a screen, asked for from elsewhere (the command palette). */
export type ScreenIntent = 'connect-folder' | 'export' | 'import' | 'new-key'

const asked = createStore<ScreenIntent | null>(null)

/** Asks for it; the screen that can do it does so as soon as it is there. */
export function askScreen(intent: ScreenIntent): void {
  asked.set(intent)
}

/** Does what was asked of this screen, once, now or later. */
export function useScreenIntent(actions: Partial<Record<ScreenIntent, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const answer = () => {
      const intent = asked.get()
      const action = intent === null ? undefined : latest.current[intent]
      if (action === undefined) return
      asked.set(null)
      action()
    }
    const stop = asked.subscribe(answer)
    answer()
    return stop
  }, [])
}
