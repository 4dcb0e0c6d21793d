import { useEffect, useState } from 'react'
import { isLongEnough } from './password.ts'
import { sessionMutations } from './queries.ts'

const PAUSE_MS = 400

/**
 * Whether the password that is being typed is one of the known worst, as the server says a moment after the
 * last key.
 */
export function useCommonPassword(name: string, password: string): boolean {
  const [common, setCommon] = useState<string | null>(null)
  useEffect(() => {
    if (!isLongEnough(password)) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      sessionMutations
        .checkPassword(name.trim().slice(0, 100), password, leaving.signal)
        .then(({ problem }) => setCommon(problem === null ? null : password))
        .catch(() => {}) // said again when the account is created
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [name, password])
  return common === password
}
