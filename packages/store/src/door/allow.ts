import { isOwnWork, normalizeForms, sameForms } from '@dragoman/core'
import type { Refusal } from '../types.ts'
import { confirmsReviewed } from './apply-texts.ts'
import type { InternalChange, KeyChange } from './change.ts'
import type { Current } from './current.ts'
import type { DecidedPlace } from './decisions.ts'
import type { Allow, AskedChange } from './requester.ts'
import { namespaceName } from './scope.ts'

/** What all permission checks of one operation have in common. */
export type Asking = Pick<AskedChange, 'operation' | 'undoes'> & { readonly allow: Allow }

/**
 * Returns the change with the state that it gives. Keeping the words of a reviewed text for a new source text
 * approves them for it; of someone who cannot, they are only translated.
 */
export function withState(asking: Asking, change: KeyChange, now: Current): KeyChange {
  if (change.kind !== 'translate' || !confirmsReviewed(now, change)) return change
  const approved = { ...change, state: 'reviewed' } as const
  return refuseChange(asking, approved, now) === null ? approved : { ...change, state: 'translated' }
}

/** Returns why a change is refused; null if it is allowed, or its key does not exist. */
export function refuseChange(asking: Asking, change: KeyChange, now: Current): Refusal | null {
  const namespaceOf = (keyId: number): string | undefined => {
    const key = now.keys.get(keyId)
    return key && namespaceName(now.loaded.scope, key.namespaceId)
  }
  switch (change.kind) {
    case 'translate':
    case 'restore-text': {
      const namespace = namespaceOf(change.keyId)
      if (namespace === undefined) return null
      const state = change.kind === 'translate' ? (change.state ?? null) : null
      const { language } = change
      const own = change.kind === 'translate' && reviewsOwnWork(now, change)
      return refuse(asking, { kind: 'text', language, namespace, state, isOwnWork: own })
    }
    case 'add-key':
      return refuseKey(asking, [change.namespace])
    case 'restore-key':
      return refuseKey(asking, [change.before.namespace])
    case 'remove-key':
      return refuseKey(asking, [namespaceOf(change.keyId)])
    case 'edit-key':
      return refuseKey(asking, [namespaceOf(change.keyId), change.fields.namespace])
    case 'restore-fields':
      return refuseKey(asking, [namespaceOf(change.keyId), change.before.namespace])
    default:
      return change satisfies never
  }
}

/** Returns why a language cannot be added or removed; null if it can. */
export function refuseLanguage(
  asking: Asking,
  { tag: language }: Extract<InternalChange, { kind: 'add-language' | 'remove-language' }>,
): Refusal | null {
  return refuse(asking, { kind: 'language', language, namespace: null, state: null, isOwnWork: false })
}

/** Returns why a decision about a text cannot be reverted or made again; null if it can. */
export function refuseTurn(asking: Asking, { language, namespace }: DecidedPlace): Refusal | null {
  return refuse(asking, { kind: 'text', language, namespace, state: null, isOwnWork: false })
}

/**
 * Returns true if the change would review what its actor wrote, and the project requires someone else to: the
 * current text, the one that replaces it, or the actor's own suggestion.
 */
function reviewsOwnWork(
  { loaded: { scope }, keys, by }: Current,
  change: Extract<KeyChange, { kind: 'translate' }>,
): boolean {
  if (change.isConversion) return false
  const actor = { id: by.actor.id, reviewOwn: scope.project.reviewOwn }
  if (change.author !== undefined) return isOwnWork({ authorId: change.author.id, isReviewed: false }, actor)
  if (change.state !== 'reviewed') return false
  const text = keys.get(change.keyId)?.texts.get(scope.languages.get(change.language)?.id ?? 0)
  const isNew = text === undefined || !sameForms(normalizeForms(change.forms), text.forms)
  if (isNew) return isOwnWork({ authorId: actor.id, isReviewed: false }, actor)
  const isReviewed = text.state === 'reviewed' && !text.outdated
  return isOwnWork({ authorId: text.actor?.id ?? null, isReviewed }, actor)
}

/**
 * Checks a change of a key: it exists in all languages, and moving it takes it out of one namespace into
 * another.
 */
function refuseKey(asking: Asking, namespaces: readonly (string | undefined)[]): Refusal | null {
  for (const namespace of namespaces) {
    if (namespace === undefined) continue
    const refusal = refuse(asking, {
      kind: 'key',
      language: null,
      namespace,
      state: null,
      isOwnWork: false,
    })
    if (refusal !== null) return refusal
  }
  return null
}

function refuse(
  { allow, operation, undoes }: Asking,
  change: Omit<AskedChange, 'operation' | 'undoes'>,
): Refusal | null {
  const reason = allow({ ...change, operation, undoes })
  const { language, namespace } = change
  return reason === null ? null : { code: 'not-allowed', reason, language, namespace }
}
