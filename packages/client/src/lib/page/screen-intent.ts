import { useEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** An action on a screen, requested from elsewhere (the command palette, a new project). */
export type ScreenIntent =
  | 'connect-folder'
  | 'connect-repository'
  | 'export'
  | 'import'
  | 'invite'
  | 'new-key'
  | 'new-task'

const asked = createStore<{ readonly intent: ScreenIntent; readonly value: string } | null>(null)

/**
 * Requests it; a screen that supports it runs it as soon as it is mounted. `value`: what it starts with, such as
 * an address.
 */
export function askScreen(intent: ScreenIntent, value = ''): void {
  asked.set({ intent, value })
}

/** Runs what was requested of this screen, once, now or later. */
export function useScreenIntent(actions: Partial<Record<ScreenIntent, (value: string) => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const answer = () => {
      const request = asked.get()
      const action = request === null ? undefined : latest.current[request.intent]
      if (request === null || action === undefined) return
      asked.set(null)
      action(request.value)
    }
    const stop = asked.subscribe(answer)
    answer()
    return stop
  }, [])
}
