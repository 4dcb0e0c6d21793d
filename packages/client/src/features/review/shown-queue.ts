import type { ReviewItemReply } from '@dragoman/contract'
import { append } from '@dragoman/core'
import { idOf } from './review-item.ts'

/** The items that the reader sees, in order, and up to which place they are shown. */
export type ShownQueue = { readonly ids: readonly string[]; readonly upTo: number }

type Placed = Pick<ReviewItemReply, 'on' | 'place'> & { readonly key: { readonly id: number } }

/**
 * Adds what was loaded to the shown queue. Items that were waiting before it was opened (from further down,
 * or back after an undo) are inserted after the item they follow; those written later are only counted. The
 * same object if nothing is added.
 */
export function mergeQueue(
  shown: ShownQueue | null,
  loaded: readonly Placed[],
  lastPlace: number,
): { readonly shown: ShownQueue; readonly newCount: number } {
  if (shown === null) return { shown: { ids: loaded.map(idOf), upTo: lastPlace }, newCount: 0 }
  const known = new Set(shown.ids)
  const followers = new Map<string | null, string[]>()
  let newCount = 0
  let last: string | null = null
  for (const item of loaded) {
    const id = idOf(item)
    if (known.has(id)) last = id
    else if (item.place > shown.upTo) newCount += 1
    else append(followers, last, id)
  }
  if (followers.size === 0) return { shown, newCount }
  const ids = [
    ...(followers.get(null) ?? []),
    ...shown.ids.flatMap((id) => [id, ...(followers.get(id) ?? [])]),
  ]
  return { shown: { ids, upTo: shown.upTo }, newCount }
}
