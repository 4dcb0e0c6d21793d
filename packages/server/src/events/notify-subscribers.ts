import type { EventRow } from '@dragoman/store'
import type { Log } from '../log.ts'
import { readNumbered } from './read-numbered.ts'
import type { Subscriber } from './subscriber.ts'

/** Passes events on to all subscribers; if one fails, the others are still notified. */
export type SubscriberNotices = {
  readonly event: (row: EventRow) => void
  /** Some events were lost, of any project. */
  readonly gap: () => void
}

/** An event of an unknown kind or version is a gap in its project. It is logged once. */
export function notifySubscribers(log: Log, subscribers: () => readonly Subscriber[]): SubscriberNotices {
  const notUnderstood = new Set<string>()

  function noteNotUnderstood({ kind, version }: EventRow): void {
    const what = `${kind} ${version}`
    if (notUnderstood.has(what)) return
    notUnderstood.add(what)
    log({ level: 'warn', event: 'event-not-understood', kind, version })
  }

  function notifyAll(notify: (subscriber: Subscriber) => void): void {
    for (const subscriber of subscribers()) {
      try {
        notify(subscriber)
      } catch (error) {
        log({ level: 'error', event: 'subscriber-failed', subscriber: subscriber.name, error })
      }
    }
  }

  return {
    event(row) {
      const event = readNumbered(row)
      if (event === null) noteNotUnderstood(row)
      notifyAll((subscriber) =>
        event === null ? subscriber.onGap(row.projectId) : subscriber.onEvent(event),
      )
    },
    gap: () => notifyAll((subscriber) => subscriber.onGap(null)),
  }
}
