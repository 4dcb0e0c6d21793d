import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 720px)'

/** True where list and string do not fit beside each other: they are then two views. */
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
