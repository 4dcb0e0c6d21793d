import type { NumberedEvent } from '../events/subscriber.ts'
import type { Listener, Member } from './member.ts'
import type { Room } from './rooms.ts'

/** Returns whose rights to listen an event might have changed; null: anyone's. */
export function affectedRights(event: NumberedEvent): readonly number[] | null | 'nobody' {
  switch (event.kind) {
    case 'membership.changed':
    case 'user.changed':
      return [event.payload.userId]
    case 'group.changed':
      return event.payload.userIds ?? null
    case 'project.changed':
      return null
    default:
      return 'nobody'
  }
}

/** Returns whether a listener is one of these people (null: all). One who is not known can be anyone. */
export function isOneOf({ userId = null }: Listener, userIds: readonly number[] | null): boolean {
  return userIds === null || userId === null || userIds.includes(userId)
}

/** Returns the members of a room that receive an event: all, unless it is for certain people only. */
export function concernedBy({ members }: Room, event: NumberedEvent): readonly Member[] {
  if (event.kind === 'user.changed')
    return [...members].filter(({ listener }) => listener.userId === event.payload.userId)
  if (event.kind !== 'notifications.changed') return [...members]
  const { userIds } = event.payload
  return [...members].filter(({ listener: { userId = null } }) =>
    userId === null ? false : (userIds?.includes(userId) ?? true),
  )
}
