import type { HistoryReply, TranslationReply } from '@dragoman/contract'
import { type Forms, sameForms } from '@dragoman/core'

/**
 * Returns the source text for which an outdated translation was made, from the source's history (newest first);
 * null if unknown or unchanged. If the history does not have its version (it is limited), the one at the time when
 * the translation was written counts.
 */
export function sourceThen(
  history: readonly HistoryReply[],
  { sourceVersion, updatedAt }: Pick<TranslationReply, 'sourceVersion' | 'updatedAt'>,
  now: Forms,
): Forms | null {
  const then = history.find(({ version }) => version === sourceVersion) ?? atTime(history, updatedAt)
  return then === undefined || sameForms(then.forms, now) ? null : then.forms
}

function atTime(history: readonly HistoryReply[], time: string | null): HistoryReply | undefined {
  if (time === null) return undefined
  return history.find(({ at }) => at <= time) ?? history.at(-1)
}
