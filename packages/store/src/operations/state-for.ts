import { type Forms, hasText, type TranslationState } from '@dragoman/core'

/** Returns the state for a text: untranslated if and only if it is empty. */
export function stateFor(
  forms: Forms,
  asked: TranslationState | undefined,
  otherwise: TranslationState,
): TranslationState {
  if (!hasText(forms)) return 'untranslated'
  const state = asked ?? otherwise
  return state === 'untranslated' ? 'draft' : state
}
