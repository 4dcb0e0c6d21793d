import { hasText, normalizeForms } from '../message/forms.ts'
import type { KeyFields, TranslationFields } from './change.ts'

/** One key with its translations; an untranslated language has no entry. */
export type CatalogKey = {
  readonly fields: KeyFields
  readonly position: number
  readonly translations: ReadonlyMap<string, TranslationFields>
}

/**
 * The content of a project as a value that changes are applied to and that can be compared. It contains no
 * versions, authors or times.
 */
export type Catalog = { readonly keys: ReadonlyMap<number, CatalogKey> }

export const EMPTY_CATALOG: Catalog = { keys: new Map() }

/** The fields of a language without an entry. */
export const UNTRANSLATED: TranslationFields = { forms: {}, state: 'untranslated' }

/** Returns the canonical fields: no empty forms, and no text means untranslated. */
export function normalizeTranslation(fields: TranslationFields): TranslationFields {
  return hasText(fields.forms) ? { forms: normalizeForms(fields.forms), state: fields.state } : UNTRANSLATED
}

/** Returns the translations that have text, ordered by language. */
export function normalizeTranslations(
  translations: ReadonlyMap<string, TranslationFields>,
): ReadonlyMap<string, TranslationFields> {
  const kept = new Map<string, TranslationFields>()
  for (const language of [...translations.keys()].sort()) {
    const fields = normalizeTranslation(translations.get(language) ?? UNTRANSLATED)
    if (fields.state !== 'untranslated') kept.set(language, fields)
  }
  return kept
}
