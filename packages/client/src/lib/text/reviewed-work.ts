import type { SuggestionReply, TranslationReply } from '@dragoman/contract'
import { hasText, type ReviewedWork } from '@dragoman/core'

/** Returns a text as the rule of reviewing (core/review/decide.ts) sees it. */
export function textWork(text: TranslationReply): ReviewedWork {
  const { state, outdated, actor, version, forms } = text
  return { on: 'text', state, outdated, authorId: actor?.id ?? null, version, isEmpty: !hasText(forms) }
}

/** Returns a suggestion as the rule of reviewing sees it. */
export function suggestionWork(
  { state, author, version }: SuggestionReply,
  text: Pick<TranslationReply, 'version'>,
  isEdited = false,
): ReviewedWork {
  return { on: 'suggestion', state, authorId: author.id, version, textVersion: text.version, isEdited }
}
