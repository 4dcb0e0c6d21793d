import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 720px)'

/** Whether list and string do not fit next to each other, and are two separate views. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(NARROW)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(NARROW).matches,
  )
}
