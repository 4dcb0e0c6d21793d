import { LIMITS } from '@dragoman/core'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 400

type Answer = { readonly problem: string | null }

/**
 * Whether the password being typed is a commonly used one, as checked by the server shortly after the last
 * key press.
 */
export function useCommonPassword(password: string, ask: (signal: AbortSignal) => Promise<Answer>): boolean {
  const [common, setCommon] = useState<string | null>(null)
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if ([...password].length < LIMITS.passwordMin) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      latest
        .current(leaving.signal)
        .then(({ problem }) => setCommon(problem === null ? null : password))
        .catch(() => {}) // reported again when the password is set
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [password])
  return common === password && password !== ''
}
