import { useCallback, useRef } from 'react'

/**
 * Returns a stable function that always calls the latest callback; for children that should not re-render.
 */
export function useLatestCallback<A extends readonly unknown[], R>(
  callback: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(callback)
  latest.current = callback
  return useCallback((...args: A) => latest.current(...args), [])
}
