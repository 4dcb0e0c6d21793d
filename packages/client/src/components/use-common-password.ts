import { LIMITS } from '@dragoman/core'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 400

type Answer = { readonly problem: string | null }

/**
 * Whether the password that is being typed is one of the known worst, as the server says a moment after the
 * last key.
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
        .catch(() => {}) // said again when the password is set
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [password])
  return common === password && password !== ''
}
