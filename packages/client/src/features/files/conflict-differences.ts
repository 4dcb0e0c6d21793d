import type { ConflictReply } from '@dragoman/contract'
import { type DiffPart, diffWords, FORM_NAMES, type FormName, type Forms, hasText } from '@dragoman/core'

/**
 * One side of a conflict: its forms with what it changed of the base marked, or the fact that it has no text
 * any more.
 */
export type Side = {
  readonly isEmpty: boolean
  readonly forms: readonly { readonly form: FormName; readonly parts: readonly DiffPart[] }[]
}

/**
 * What one side made of the base. What it only took away is shown struck out; where it put something else,
 * the new words alone are marked.
 */
export function sideOf(base: Forms, forms: Forms): Side {
  const shown = FORM_NAMES.filter((form) => (forms[form] ?? '') !== '')
  return {
    isEmpty: !hasText(forms),
    forms: shown.map((form) => ({
      form,
      parts: markDifferences(diffWords(base[form] ?? '', forms[form] ?? '')),
    })),
  }
}

function markDifferences(parts: readonly DiffPart[]): readonly DiffPart[] {
  return parts.filter((part, index) => {
    if (part.kind !== 'del') return true
    return parts[index - 1]?.kind !== 'ins' && parts[index + 1]?.kind !== 'ins'
  })
}

/** The choices a person has, in the order of the keys 1, 2, 3. */
export function choicesOf(
  conflict: ConflictReply,
): readonly { readonly id: 'theirs' | 'ours' | 'merged'; readonly forms: Forms }[] {
  const two = [
    { id: 'theirs' as const, forms: conflict.theirs },
    { id: 'ours' as const, forms: conflict.ours },
  ]
  return conflict.merged === null ? two : [...two, { id: 'merged' as const, forms: conflict.merged }]
}
