import { FORGE_CODES } from '@dragoman/contract'
import type { TFunction } from 'i18next'

/**
 * Describes a forge's problem in one sentence that says who must act; null if the code is not one of a forge.
 */
export function forgeProblemText(
  t: TFunction,
  {
    code,
    params = {},
  }: { readonly code: string; readonly params?: Readonly<Record<string, string | number>> },
): string | null {
  if (!FORGE_CODES.some((one) => one === code)) return null
  const text = t(`forge:problem.${code}`, { host: '', missing: '', ...params, defaultValue: '' })
  return text === '' ? null : text
}
