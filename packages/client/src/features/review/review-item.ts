import type { ActorReply, ChosenItem, ReviewItemReply, SuggestionReply } from '@dragoman/contract'
import { FORM_NAMES, type FormName, type Forms, hasText } from '@dragoman/core'
import type { TypedString } from '../../components/text-fields-props.ts'

/** Returns the id of an item in the list: a string can be there with its text and with suggestions. */
export function idOf({
  on,
  key,
}: Pick<ReviewItemReply, 'on'> & { readonly key: { readonly id: number } }): string {
  return `${on}:${key.id}`
}

/** Returns the suggestion shown for the string: the one with most votes. */
export function bestOf(item: ReviewItemReply): SuggestionReply | undefined {
  return item.on === 'suggestion' ? item.suggestions[0] : undefined
}

/** Returns the other suggestions. */
export function othersOf(item: ReviewItemReply): readonly SuggestionReply[] {
  return item.on === 'suggestion' ? item.suggestions.slice(1) : item.suggestions
}

/** Returns the text that would be approved. */
export function proposedForms(item: ReviewItemReply): Forms {
  return bestOf(item)?.forms ?? item.target.forms
}

export function authorOf(item: ReviewItemReply): ActorReply | null {
  return bestOf(item)?.author ?? item.target.actor
}

export function sinceOf(item: ReviewItemReply): string | null {
  return bestOf(item)?.createdAt ?? item.target.updatedAt
}

/**
 * Returns the item with the versions the reader has seen, as the server expects it; `forms` replaces the
 * text.
 */
export function chosenOf(item: ReviewItemReply, forms?: Forms): ChosenItem {
  const best = bestOf(item)
  return best === undefined
    ? {
        on: 'text',
        keyId: item.key.id,
        baseVersion: item.target.version,
        sourceVersion: item.source.version,
      }
    : chosenSuggestion(item, best, forms)
}

export function chosenSuggestion(
  { source, target }: Pick<ReviewItemReply, 'source' | 'target'>,
  { id, version }: SuggestionReply,
  forms?: Forms,
): ChosenItem {
  return {
    on: 'suggestion',
    id,
    version,
    baseVersion: target.version,
    sourceVersion: source.version,
    ...(forms === undefined ? {} : { forms }),
  }
}

/** Returns the forms that any of the texts has, in the usual order. */
export function formsOf(...texts: readonly (Forms | null)[]): readonly FormName[] {
  const found = FORM_NAMES.filter((form) => texts.some((forms) => (forms?.[form] ?? '') !== ''))
  return found.length === 0 ? ['other'] : found
}

/** Returns the string of an item, for typing another text for it. */
export function typedStringOf({ key, source, target }: ReviewItemReply): TypedString {
  return { key, source, language: target.language }
}

/** Returns the text that a new one is compared with; null if there was none. */
export function beforeOf({ before }: ReviewItemReply): Forms | null {
  return before !== null && hasText(before.forms) ? before.forms : null
}
