/** The states of a suggestion. */
export const SUGGESTION_STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const
export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** Why a text or a suggestion was rejected. */
export const REJECTION_REASONS = ['meaning', 'grammar', 'glossary', 'style', 'other'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/**
 * Kinds of items in a review queue: a text that replaced another, a suggestion, the first text of a string, a
 * text whose source has changed since.
 */
export const REVIEW_KINDS = ['changed', 'suggestions', 'new', 'source-changed'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]
