import { useEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** An action on a screen, requested from elsewhere (the command palette). */
export type ScreenIntent = 'connect-folder' | 'export' | 'import' | 'invite' | 'new-key' | 'new-task'

const asked = createStore<ScreenIntent | null>(null)

/** Requests it; a screen that supports it runs it as soon as it is mounted. */
export function requestScreen(intent: ScreenIntent): void {
  asked.set(intent)
}

/** Runs what was requested of this screen, once, now or later. */
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
