import { normalizeForms, sameForms } from '@dragoman/core'
import type { InternalChange } from './internal-change.ts'
import type { Work } from './work.ts'

/**
 * True where a project leaves review to others, and a change would review what its actor wrote: the text that
 * stands there, or the one that takes its place, or a suggestion of the actor's own.
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
  // Whoever says that a reviewed text fits its new source reviews it once more.
  return (text.state !== 'reviewed' || text.outdated) && text.actor?.id === actorId
}
