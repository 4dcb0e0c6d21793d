import type { TFunction } from 'i18next'
import type { LeftOutText } from './use-bulk-texts.ts'

/** Returns why a text was left out, in one sentence. */
export function leftOutReason(text: Pick<LeftOutText, 'code' | 'issues' | 'refusal'>, t: TFunction): string {
  if (text.refusal !== undefined) return text.refusal
  const [issue] = text.issues
  if (text.code !== 'failing-checks' || issue === undefined) return t(`keys:leftOut.${text.code}`)
  return t(`issues:${issue.code}`, { ...issue.params })
}
