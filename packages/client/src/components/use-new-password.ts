import { isFailure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldProblem, removesRefusal } from '../lib/server/field-problem.ts'
import { useLatestCallback } from '../lib/use-latest-callback.ts'

const PAUSE_MS = 400

type Check = (signal: AbortSignal) => Promise<{ readonly problem: string | null }>

export type NewPassword = {
  readonly value: string
  readonly onChange: (password: string) => void
  /** Asks the server whether it is commonly used. */
  readonly check: Check
  /** Sets it. */
  readonly request: { readonly error: unknown; readonly reset: () => void }
}

/** Returns the properties of the field for a new password, and whether it can be used. */
export function useNewPassword({ value, onChange, check, request }: NewPassword) {
  const { t } = useTranslation('failures')
  const isCommon = useCommonPassword(value, check)
  const isRefused =
    isFailure(request.error, 'password-too-common') || fieldProblem(request.error, 'password') !== undefined
  return {
    isLong: [...value].length >= LIMITS.passwordMin,
    isCommon,
    /** The error of the request, unless the field shows it. */
    error: isRefused ? null : request.error,
    field: {
      value,
      onChange: removesRefusal(request, isRefused, onChange),
      maxLength: LIMITS.passwordMax,
      autoComplete: 'new-password',
      problem: isCommon || isRefused ? t('password-too-common') : undefined,
    },
  }
}

/**
 * Whether the password being typed is a commonly used one, as checked by the server shortly after the last
 * key press.
 */
function useCommonPassword(password: string, ask: Check): boolean {
  const [common, setCommon] = useState<string | null>(null)
  const check = useLatestCallback(ask)
  useEffect(() => {
    if ([...password].length < LIMITS.passwordMin) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      check(leaving.signal)
        .then(({ problem }) => setCommon(problem === null ? null : password))
        .catch(() => {}) // reported again when the password is set
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [password, check])
  return common === password && password !== ''
}
