import { useCallback, useRef } from 'react'

/**
 * A function that stays the same and always does what the last draw said; for children that should not draw
 * again.
 */
export function useLatestCallback<A extends readonly unknown[], R>(
  callback: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(callback)
  latest.current = callback
  return useCallback((...args: A) => latest.current(...args), [])
}
