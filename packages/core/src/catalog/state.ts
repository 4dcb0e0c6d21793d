/**
 * The states of a translation, from nothing to approved (docs/specification.md §4). `outdated` is a flag
 * beside them.
 */
export const TRANSLATION_STATES = ['untranslated', 'draft', 'translated', 'reviewed'] as const
export type TranslationState = (typeof TRANSLATION_STATES)[number]
