import { normalizeForms, sameForms } from '@dragoman/core'
import type { InternalChange } from './internal-change.ts'
import type { Work } from './work.ts'

/**
 * Returns true if the project requires review by someone else, and the change would review what its actor
 * wrote: the current text, the one that replaces it, or the actor's own suggestion.
 */
export function isOwnWork(
  { scope, set, tally }: Pick<Work, 'scope' | 'set' | 'tally'>,
  change: Extract<InternalChange, { kind: 'translate' }>,
): boolean {
  if (scope.project.reviewOwn) return false
  const actorId = tally.actor.id
  if (change.author !== undefined) return change.author.id === actorId
  if (change.state !== 'reviewed') return false
  const text = set.keys.get(change.keyId)?.texts.get(scope.languages.get(change.language)?.id ?? 0)
  if (text === undefined || !sameForms(normalizeForms(change.forms), text.forms)) return true
  // Confirming that a reviewed text fits its new source is another review.
  return (text.state !== 'reviewed' || text.outdated) && text.actor?.id === actorId
}
