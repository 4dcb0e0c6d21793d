import { type Forms, hasText, type TranslationState } from '@dragoman/core'

/** The state that texts are given: untranslated exactly where there is none. */
export function stateFor(
  forms: Forms,
  asked: TranslationState | undefined,
  otherwise: TranslationState,
): TranslationState {
  if (!hasText(forms)) return 'untranslated'
  const state = asked ?? otherwise
  return state === 'untranslated' ? 'draft' : state
}
