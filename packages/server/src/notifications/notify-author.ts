import { type ActorId, userIdOf } from '@dragoman/core'
import type { NewNotification } from '@dragoman/store'
import type { Effect } from './rule.ts'

/** Notifies the author of a text of what someone else decided about it. */
export function notifyAuthor(
  author: ActorId | null,
  notification: Omit<NewNotification, 'userId'>,
): readonly Effect[] {
  const userId = userIdOf(author)
  if (userId === null || author === notification.actorId) return []
  return [{ kind: 'notify', notifications: [{ ...notification, userId }] }]
}
