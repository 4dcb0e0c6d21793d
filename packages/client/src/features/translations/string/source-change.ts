import type { HistoryReply } from '@dragoman/contract'
import { type Forms, sameForms } from '@dragoman/core'

/**
 * What the source said when an outdated translation was made, from the source's history (newest first); null
 * when that is not known, or the same.
 */
export function sourceThen(
  history: readonly HistoryReply[],
  translatedAt: string | null,
  now: Forms,
): Forms | null {
  if (translatedAt === null) return null
  const then = history.find((entry) => entry.at <= translatedAt) ?? history.at(-1)
  return then === undefined || sameForms(then.forms, now) ? null : then.forms
}
