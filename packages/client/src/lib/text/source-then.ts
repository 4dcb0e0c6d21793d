import type { HistoryReply } from '@dragoman/contract'
import { type Forms, sameForms } from '@dragoman/core'

/**
 * Returns the source text at the time when an outdated translation was written, from the source's history
 * (newest first); null if unknown or unchanged.
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
