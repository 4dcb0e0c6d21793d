import { actorId } from '@dragoman/core'
import type { Store } from '@dragoman/store'
import { NO_PROJECT } from './may-listen.ts'
import type { Member } from './member.ts'
import { openPresence, type Presence } from './presence.ts'

/** Shows the members of a project to one another. */
export type PeopleHere = {
  /** Shows a member to the others, or no longer, by what it can hear now. */
  readonly show: (member: Member) => void
  /** Says where the window of a person is; see `Presence`. */
  readonly move: Presence['move']
  readonly close: () => void
}

const SEND_EVERY_MS = 200

export function openPeopleHere(
  store: Pick<Store, 'broadcast' | 'onBroadcast'>,
  membersOf: (projectId: number) => Iterable<Member>,
): PeopleHere {
  /** Projects whose people will be notified of who is here. */
  const pending = new Map<number, NodeJS.Timeout>()
  const presence = openPresence({ store, onChange: sendPeopleSoon })

  /** Members see who else is here; people whom the project is shared with neither see nor are seen. */
  function show(member: Member): void {
    const { projectId, hears, hasLeft, listener } = member
    const { window, userId } = listener
    if (window == null || userId == null || projectId === NO_PROJECT) return
    if (hears !== 'everything' || hasLeft) {
      if (member.hide === null) return
      member.hide()
      member.hide = null
      if (!hasLeft) listener.sendPresence?.({ type: 'presence', people: [] })
    } else {
      member.hide ??= presence.enter({ projectId, window: window.id, userId, name: window.name })
      sendPeople(member)
    }
  }

  function sendPeople({ projectId, hears, hasLeft, listener }: Member): void {
    if (hears !== 'everything' || hasLeft || listener.window == null) return
    const people = presence
      .of(projectId)
      .map(({ userId, ...person }) => ({ id: actorId('user', userId), ...person }))
    listener.sendPresence?.({ type: 'presence', people })
  }

  /** Many move at the same time: each listener is notified at intervals. */
  function sendPeopleSoon(projectId: number): void {
    if (pending.has(projectId)) return
    const timer = setTimeout(() => {
      pending.delete(projectId)
      for (const member of membersOf(projectId)) sendPeople(member)
    }, SEND_EVERY_MS)
    pending.set(projectId, timer.unref())
  }

  return {
    show,
    move: presence.move,
    close() {
      presence.close()
      for (const timer of pending.values()) clearTimeout(timer)
    },
  }
}
