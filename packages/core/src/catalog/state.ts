/**
 * The states of a translation, from untranslated to reviewed (docs/specification.md §4). `outdated` is a
 * separate flag.
 */
export const TRANSLATION_STATES = ['untranslated', 'draft', 'translated', 'reviewed'] as const
export type TranslationState = (typeof TRANSLATION_STATES)[number]
