import { FORM_NAMES, type FormName, type Forms, mergeForms, sameForms } from '@dragoman/core'
import type { Draft } from './draft-store.ts'

/**
 * The same string changed here and by somebody else: all three texts, and both changes together where they do
 * not touch.
 */
export type Conflict = {
  readonly mine: Forms
  readonly theirs: Forms
  readonly theirVersion: number
  readonly base: Forms
  readonly merged: Forms | null
  /** Forms in which at least two of the three differ. */
  readonly forms: readonly FormName[]
}

/**
 * The conflict between a draft and what the string says now; null when the draft was made from just that, or
 * says the same.
 */
export function conflictOf(
  draft: Draft,
  current: { readonly forms: Forms; readonly version: number },
): Conflict | null {
  if (draft.baseVersion === current.version) return null
  if (sameForms(draft.forms, current.forms) || sameForms(draft.base, current.forms)) return null
  return {
    mine: draft.forms,
    theirs: current.forms,
    theirVersion: current.version,
    base: draft.base,
    merged: mergeDraft(draft.base, draft.forms, current.forms),
    forms: FORM_NAMES.filter((form) => {
      const texts = [draft.forms, current.forms, draft.base].map((forms) => forms[form] ?? '')
      return new Set(texts).size > 1
    }),
  }
}

/** Both changes together; null where they touch the same words, or one side already holds both. */
export function mergeDraft(base: Forms, mine: Forms, theirs: Forms): Forms | null {
  const forms = mergeForms(base, mine, theirs)
  return forms === null || sameForms(forms, mine) || sameForms(forms, theirs) ? null : forms
}
