import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a ref that is true while the component is mounted. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
