import type { TranslationRow } from '../types.ts'
import type { InternalChange } from './change.ts'
import type { Derived } from './derive.ts'
import type { WorkText } from './keys-and-texts.ts'

/** Returns the text of an operation that writes a single one; null for any other. */
export function onlyTranslation(
  { scope, keys }: Derived,
  changes: Iterable<InternalChange> | AsyncIterable<InternalChange>,
): TranslationRow | null {
  const [first, second] = Array.isArray(changes) ? (changes as readonly InternalChange[]) : []
  if (first?.kind !== 'translate' || second !== undefined) return null
  const { keyId, language } = first
  const languageId = scope.languages.get(language)?.id
  const text = keys.get(keyId)?.texts.find((one) => one.languageId === languageId)
  return text === undefined ? null : shownText({ keyId, language }, text)
}

/** Returns a text in memory as readers see it. */
export function shownText(
  { keyId, language }: { readonly keyId: number; readonly language: string },
  text: WorkText,
): TranslationRow {
  const { forms, state, version, sourceVersion, outdated, failing, actor, updatedAt } = text
  return { keyId, language, forms, state, version, sourceVersion, outdated, failing, actor, updatedAt }
}
