import { Failure } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from './call.ts'

export type FailureCodeShown = Failure['code'] | 'unreachable'

/** Code and values for the sentence about anything that was thrown. */
export function failureOfError(error: unknown): {
  readonly code: FailureCodeShown
  readonly params: Readonly<Record<string, string | number>>
} {
  if (error instanceof Failure) return { code: error.code, params: error.params }
  if (isUnreachable(error)) return { code: 'unreachable', params: {} }
  return { code: 'unexpected', params: {} }
}

/** Gives the sentence for anything that was thrown, in the interface's language: what happened and what to do. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('failures')
  return (error) => {
    const { code, params } = failureOfError(error)
    return t(code, { ...params })
  }
}
