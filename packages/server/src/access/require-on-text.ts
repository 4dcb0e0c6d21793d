import { Failure } from '@dragoman/contract'
import { explain, explainForSomeText, explainOnKeys, type OnText, type TextAction } from '@dragoman/core'
import type { Caller } from '../http/caller.ts'

/** Throws `not-allowed` if the caller cannot perform the action on texts of a language and namespace. */
export function requireOnText({ actor }: Caller, action: TextAction, on: Omit<OnText, 'on'>): void {
  const refusal = explain(actor, action, { on: 'text', ...on })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}

/**
 * Throws `not-allowed` if the caller cannot perform an action on keys of each of these namespaces: a key is in all
 * languages. Without namespaces: on keys of some namespace. Null: on all keys of the project.
 */
export function requireOnKeys(
  { actor }: Caller,
  action: TextAction,
  { projectId, namespaces }: { readonly projectId: number; readonly namespaces: readonly string[] | null },
): void {
  const refusal =
    namespaces === null
      ? explain(actor, action, { on: 'text', projectId, language: null, namespace: null })
      : explainOnKeys(actor, action, { projectId, namespaces })
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}

/** Throws `not-allowed` if the caller can review no text of a project: then none can count as reviewed. */
export function requireSomeReview({ actor }: Pick<Caller, 'actor'>, projectId: number): void {
  const refusal = explainForSomeText(actor, 'translations.review', projectId)
  if (refusal !== null) throw new Failure('not-allowed', { reason: refusal })
}
