import { Failure, failureContext, failureValues, reasonTexts } from '@dragoman/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { showToast } from '../notices/toast.ts'
import { isUnreachable } from './call.ts'
import { forgeProblemText } from './forge-problem-text.ts'

export type FailureCodeShown = Failure['code'] | 'unreachable'

/** Returns the code and values for the sentence about any thrown error. */
export function failureOfError(error: unknown): {
  readonly code: FailureCodeShown
  readonly params: Readonly<Record<string, string | number>>
  readonly fieldCodes: readonly string[]
  /** Limits that fields exceed. */
  readonly fieldParams: Readonly<Record<string, string | number>>
  readonly fieldNames: readonly string[]
} {
  const isOut = isUnreachable(error)
  if (isOut || !(error instanceof Failure))
    return {
      code: isOut ? 'unreachable' : 'unexpected',
      params: {},
      fieldCodes: [],
      fieldParams: {},
      fieldNames: [],
    }
  const { code, params, fields } = error
  const fieldNames = fields.map(({ pointer }) => pointer.split('/').at(-1) ?? '')
  const fieldParams = Object.assign({}, ...fields.map((field) => field.params ?? {}))
  return { code, params, fieldCodes: fields.map((field) => field.code), fieldParams, fieldNames }
}

/**
 * Returns the sentence about any thrown error, followed by the server's reason if there is a sentence for it.
 */
export function failureText(error: unknown, t: TFunction): string {
  const { code, params, fieldCodes, fieldParams, fieldNames } = failureOfError(error)
  const reasons =
    params.reason === undefined
      ? fieldCodes.map((one) => `failures:field.${one}`)
      : reasonTexts(code, params.reason)
  const ofForge = params.reason === 'forge-refused' ? forgeText(params, t) : null
  const more =
    ofForge === null
      ? reasons
          .map((key) => t(key, { ...fieldParams, ...params, defaultValue: '' }))
          .filter((text) => text !== '')
      : [ofForge]
  const known = fieldNames
    .map((name) => t(`failures:fieldName.${name}`, { defaultValue: '' }))
    .filter((name) => name !== '')
  const fields = [...new Set(known)].join(', ')
  return [
    t(`failures:${code}`, {
      ...failureValues(params),
      fields,
      // The fields have names that people know.
      context: code === 'invalid-input' && fields !== '' ? 'field' : failureContext({ code, params }),
    }),
    ...new Set(more),
  ].join(' ')
}

/** The forge's problem is more informative than the fact that it was the forge. */
function forgeText(params: Readonly<Record<string, string | number>>, t: TFunction): string | null {
  return forgeProblemText(t, { code: String(params.forge ?? ''), params })
}

/**
 * Returns a function that describes any thrown error in the interface's language: what happened and what to
 * do. The reasons in `issues` are about files and texts: they are loaded on every screen of a project, and
 * not awaited elsewhere.
 */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('failures')
  return (error) => failureText(error, t)
}

/** Returns a function that reports any thrown error in a notice. */
export function useFailureToast(): (error: unknown) => void {
  const failureText = useFailureText()
  return (error) => showToast(failureText(error), { tone: 'problem' })
}
