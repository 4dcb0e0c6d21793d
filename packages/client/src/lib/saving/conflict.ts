import { FORM_NAMES, type FormName, type Forms, mergeForms, sameForms } from '@dragoman/core'
import type { Draft } from './draft-store.ts'

/**
 * A string changed both here and by someone else: all three texts, and both changes merged if they do not
 * overlap.
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
 * Returns the conflict between a draft and the current text of the string; null if the draft is based on it,
 * or equal to it.
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

/** Merges both changes; null if they affect the same words, or if one side already contains both. */
export function mergeDraft(base: Forms, mine: Forms, theirs: Forms): Forms | null {
  const forms = mergeForms(base, mine, theirs)
  return forms === null || sameForms(forms, mine) || sameForms(forms, theirs) ? null : forms
}
