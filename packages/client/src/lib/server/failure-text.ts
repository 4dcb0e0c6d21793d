import { Failure } from '@dragoman/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from './call.ts'

export type FailureCodeShown = Failure['code'] | 'unreachable'

/** Code and values for the sentence about anything that was thrown. */
export function failureOfError(error: unknown): {
  readonly code: FailureCodeShown
  readonly params: Readonly<Record<string, string | number>>
  readonly fieldCodes: readonly string[]
  readonly fieldNames: readonly string[]
} {
  if (!(error instanceof Failure))
    return {
      code: isUnreachable(error) ? 'unreachable' : 'unexpected',
      params: {},
      fieldCodes: [],
      fieldNames: [],
    }
  const { code, params, fields } = error
  const fieldNames = fields.map(({ pointer }) => pointer.split('/').at(-1) ?? '')
  return { code, params, fieldCodes: fields.map((field) => field.code), fieldNames }
}

/**
 * Which of several sentences a code has: by what exists already, by what was too much, and by whether the
 * fields have names that people know.
 */
function contextOf({
  code,
  params,
  fields,
}: {
  code: string
  params: Readonly<Record<string, string | number>>
  fields: string
}) {
  if (code === 'already-exists' || code === 'busy' || code === 'too-many-requests')
    return String(params.what ?? '')
  return code === 'invalid-input' && fields !== '' ? 'field' : ''
}

/**
 * The sentence about anything that was thrown, followed by the reason where the server gave one that has
 * words.
 */
export function failureText(error: unknown, t: TFunction): string {
  const { code, params, fieldCodes, fieldNames } = failureOfError(error)
  const reason = params.reason
  const reasons =
    reason === undefined
      ? fieldCodes.map((one) => `failures:field.${one}`)
      : [`failures:reason.${reason}`, `issues:${reason}`]
  const more = reasons.map((key) => t(key, { ...params, defaultValue: '' })).filter((text) => text !== '')
  const known = fieldNames
    .map((name) => t(`failures:fieldName.${name}`, { defaultValue: '' }))
    .filter((name) => name !== '')
  const fields = [...new Set(known)].join(', ')
  return [
    t(`failures:${code}`, {
      ...params,

      fields,
      context: contextOf({ code, params, fields }),
    }),
    ...new Set(more),
  ].join(' ')
}

/**
 * Gives the sentence for anything that was thrown, in the interface's language: what happened and what to do.
 * The reasons in `issues` are about files and texts: they are there on every screen of a project, and not
 * waited for before one is open.
 */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('failures')
  return (error) => failureText(error, t)
}
