import type { NotificationReply } from '@dragoman/contract'

/**
 * Returns the notifications with the one that is being read, even if it is no longer among them: a reply, or someone
 * else, has closed it. It keeps its position after the one before it. `before`: what was shown until now.
 */
export function keepRead(
  items: readonly NotificationReply[],
  { read, before }: { readonly read: number | undefined; readonly before: readonly NotificationReply[] },
): readonly NotificationReply[] {
  if (items.some(({ id }) => id === read)) return items
  const at = before.findIndex(({ id }) => id === read)
  const kept = before[at]
  if (kept === undefined) return items
  const ids = items.map(({ id }) => id)
  const previous = before.slice(0, at).findLast(({ id }) => ids.includes(id))
  const from = previous === undefined ? 0 : ids.indexOf(previous.id) + 1
  return items.toSpliced(from, 0, kept)
}
