import { isOwnWork, normalizeForms, sameForms } from '@dragoman/core'
import type { InternalChange } from './internal-change.ts'
import type { Work } from './work.ts'

/**
 * Returns true if the change would review what its actor wrote, and the project requires someone else to: the
 * current text, the one that replaces it, or the actor's own suggestion.
 */
export function reviewsOwnWork(
  { scope, set, tally }: Pick<Work, 'scope' | 'set' | 'tally'>,
  change: Extract<InternalChange, { kind: 'translate' }>,
): boolean {
  const actor = { id: tally.actor.id, reviewOwn: scope.project.reviewOwn }
  if (change.author !== undefined) return isOwnWork({ authorId: change.author.id, isReviewed: false }, actor)
  if (change.state !== 'reviewed') return false
  const text = set.keys.get(change.keyId)?.texts.get(scope.languages.get(change.language)?.id ?? 0)
  const isNew = text === undefined || !sameForms(normalizeForms(change.forms), text.forms)
  if (isNew) return isOwnWork({ authorId: actor.id, isReviewed: false }, actor)
  const isReviewed = text.state === 'reviewed' && !text.outdated
  return isOwnWork({ authorId: text.actor?.id ?? null, isReviewed }, actor)
}
