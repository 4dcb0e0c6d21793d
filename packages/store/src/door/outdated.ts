import { type Forms, hasText, isSourceText, sameForms, sourceWords } from '@dragoman/core'
import { lookupOf } from '../rows.ts'
import type { ChangeRequest } from '../types.ts'
import type { WorkKey, WorkText } from './keys-and-texts.ts'
import type { Loaded } from './load.ts'

/**
 * Returns the version of a source text that the project does not have and never had: negative, from its words. A
 * translation of it is outdated until the project has these words. (-1, which earlier program versions wrote, is that
 * of no words.)
 */
export function foreignSource(source: Forms): number {
  return -2 - lookupOf('none', sourceWords(source))
}

/** Returns the version of the source text that a text was made for; undefined: the current one. */
export function seenSource(
  loaded: Loaded,
  key: WorkKey,
  {
    sourceVersion,
    sourceForms,
  }: Pick<Extract<ChangeRequest, { kind: 'translate' }>, 'sourceVersion' | 'sourceForms'>,
): number | undefined {
  const source = key.texts.get(loaded.scope.source.id)
  if (sourceForms === undefined || source === undefined) return sourceVersion
  if (isSourceText(sourceForms, source.forms)) return undefined
  const was = key.was?.texts.get(source.languageId)
  const earlier = [...(loaded.sourceHistory.get(key.id) ?? []), ...(was ? [was] : [])]
  const versions = earlier.flatMap(({ version, forms }) =>
    isSourceText(sourceForms, forms) ? [version] : [],
  )
  return versions.length === 0 ? foreignSource(sourceForms) : Math.max(...versions)
}

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
  if (text.sourceVersion < 0) return text.sourceVersion !== foreignSource(source.forms)
  const was = key.was?.texts.get(source.languageId)
  if (was && was.version === text.sourceVersion) return !sameForms(was.forms, source.forms)
  const earlier = loaded.sourceHistory.get(key.id)?.find(({ version }) => version === text.sourceVersion)
  return !earlier || !sameForms(earlier.forms, source.forms)
}
