/** What became of a proposed text. */
export const SUGGESTION_STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** Why a text or a suggestion was not taken. */
export const REJECTION_REASONS = ['meaning', 'grammar', 'glossary', 'style', 'other'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/**
 * What a reviewer may be asked to look at: a text that took the place of another, the first text of a string,
 * a text whose source has changed since, a suggestion.
 */
export const REVIEW_KINDS = ['changed', 'suggestions', 'new', 'source-changed'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]
