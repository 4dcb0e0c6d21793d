import type { ConflictReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'

/** Returns the choices for a conflict, in the order of the keys 1, 2, 3. */
export function choicesOf(
  conflict: ConflictReply,
): readonly { readonly id: 'theirs' | 'ours' | 'merged'; readonly forms: Forms }[] {
  const two = [
    { id: 'theirs' as const, forms: conflict.theirs },
    { id: 'ours' as const, forms: conflict.ours },
  ]
  return conflict.merged === null ? two : [...two, { id: 'merged' as const, forms: conflict.merged }]
}
