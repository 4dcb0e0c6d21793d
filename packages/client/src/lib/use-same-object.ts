import { useRef } from 'react'

/** Returns the object of the last render as long as all of its fields are the same; for children that should not re-render. */
export function useSameObject<T extends object>(now: T): T {
  const last = useRef(now)
  const before: Partial<T> = last.current
  const isSame = (Object.keys(now) as (keyof T)[]).every((key) => Object.is(before[key], now[key]))
  if (!isSame) last.current = now
  return last.current
}
