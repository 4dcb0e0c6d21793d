import { hasText, sameForms } from '@dragoman/core'
import type { WorkKey, WorkText } from './keys-and-texts.ts'
import type { Loaded } from './load.ts'

/**
 * Returns whether the text was translated from a different source text than the current one. A source that
 * was changed and changed back is the same text again, and a source that was empty when the translation was
 * made cannot make it outdated.
 */
export function isOutdated(
  loaded: Loaded,
  key: WorkKey,
  text: WorkText,
  source: WorkText | undefined,
): boolean {
  if (!source || text === source || !hasText(text.forms) || !hasText(source.forms)) return false
  if (text.sourceVersion === 0 || text.sourceVersion === source.version) return false
  const was = key.was?.texts.get(source.languageId)
  if (was && was.version === text.sourceVersion) return !sameForms(was.forms, source.forms)
  const earlier = loaded.sourceHistory.get(key.id)?.find(({ version }) => version === text.sourceVersion)
  return !earlier || !sameForms(earlier.forms, source.forms)
}
