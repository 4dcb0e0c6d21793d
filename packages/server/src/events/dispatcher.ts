import { type EventPosition, type EventRow, eventsAfter, newestEvent, type Store } from '@dragoman/store'
import type { Log } from '../log.ts'
import { TIMINGS } from '../timings.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import type { Subscriber } from './subscriber.ts'

/** Reads the table of events and notifies the subscribers of this process. */
export type Dispatcher = {
  /** Starts with events from now on. */
  readonly start: () => Promise<void>
  /** The last event that subscribers received. */
  readonly position: () => EventPosition
  readonly close: () => Promise<void>
}

export type DispatcherOptions = {
  readonly store: Store
  readonly log: Log
  readonly subscribers: () => readonly Subscriber[]
  readonly pollMs?: number
}

const READ_AT_ONCE = 500

export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const { store, log, subscribers, pollMs = TIMINGS.eventPollMs } = options
  let position: EventPosition = { number: 0, mark: '' }
  let reading: Promise<void> | null = null
  let readAgain = false
  let isFailing = false
  let isClosed = false
  let stopListening = () => {}
  const notify = notifySubscribers(log, subscribers)

  function committed(events: readonly EventRow[]): void | Promise<void> {
    const [first] = events
    const last = events.at(-1)
    if (isClosed || first === undefined || last === undefined || last.number <= position.number) return
    // No events of others are in between, so these does not have to be read again.
    if (reading === null && first.number === position.number + 1) return dispatch(events)
    return catchUp()
  }

  function catchUp(): Promise<void> {
    readAgain = true
    reading ??= readOn().finally(() => {
      reading = null
    })
    return reading
  }

  async function readOn(): Promise<void> {
    try {
      while (readAgain && !isClosed) {
        readAgain = false
        const events = await store.read((r) => eventsAfter(r, position, READ_AT_ONCE))
        if (isClosed) return
        if (events === null) await restart()
        else dispatch(events)
        if (events?.length === READ_AT_ONCE) readAgain = true
      }
      isFailing = false
    } catch (error) {
      // Missed events are read once the database is back.
      if (!isFailing && !isClosed) log({ level: 'warn', event: 'events-not-read', error })
      isFailing = true
    }
  }

  async function restart(): Promise<void> {
    log({ level: 'warn', event: 'events-lost', number: position.number })
    position = await store.read(newestEvent)
    notify.gap()
  }

  function dispatch(events: readonly EventRow[]): void {
    for (const row of events) {
      position = { number: row.number, mark: row.mark }
      notify.event(row)
    }
  }

  return {
    async start() {
      position = await store.read(newestEvent)
      stopListening = listen(store, {
        onCommit: committed,
        onHint(newest) {
          if (newest === null || newest > position.number) void catchUp()
        },
        onPoll: catchUp,
        pollMs,
      })
    },
    position: () => position,
    async close() {
      isClosed = true
      stopListening()
      await reading
    },
  }
}

type Listening = {
  readonly onCommit: Parameters<Store['onCommit']>[0]
  readonly onHint: Parameters<Store['onHint']>[0]
  readonly onPoll: () => void
  readonly pollMs: number
}

/**
 * Listens to the commits of this process, and to those of others if they can use the database too. Returns a function
 * that stops.
 */
function listen(store: Store, { onCommit, onHint, onPoll, pollMs }: Listening): () => void {
  const stops = [store.onCommit(onCommit)]
  if (store.dialect === 'postgres') {
    stops.push(store.onHint(onHint))
    const timer = setInterval(onPoll, pollMs).unref()
    stops.push(() => clearInterval(timer))
  }
  return () => {
    for (const stop of stops) stop()
  }
}
