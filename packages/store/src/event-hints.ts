import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/**
 * Hints between the processes of one database that something happened, as numbers of events. They are sent
 * after the commit, a few at a time, and may be lost: the table says what there is.
 */
export type EventHints = {
  readonly send: (newest: number) => void
  /** `newest` null: hints may have been missed. Returns the way to stop. */
  readonly listen: (listener: (newest: number | null) => void) => () => void
  readonly close: () => Promise<void>
}

const CHANNEL = 'dragoman_events'
const SEND_EVERY_MS = 50
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000

/** `NOTIFY` and `LISTEN` on a connection of their own, which is made again whenever it breaks. */
export function openEventHints(connectionString: string): EventHints {
  const listeners = new Set<(newest: number | null) => void>()
  const closing = new AbortController()
  let client: pg.Client | null = null
  let unsent: number | null = null
  let isResting = false

  async function connect(): Promise<void> {
    const made = new pg.Client({
      connectionString,
      keepAlive: true,
      application_name: 'dragoman-events',
      connectionTimeoutMillis: 5000,
    })
    const ended = new Promise<void>((resolve) => made.once('end', () => resolve()))
    // The end of the connection follows.
    made.on('error', () => undefined)
    made.on('notification', ({ payload }) => tell(Number(payload)))
    try {
      await made.connect()
      await made.query(`listen ${CHANNEL}`)
      if (closing.signal.aborted) return
      client = made
      tell(null)
      await ended
    } finally {
      client = null
      await made.end().catch(() => undefined)
    }
  }

  async function stayConnected(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !closing.signal.aborted; ) {
      const since = performance.now()
      await connect().catch(() => undefined) // the database is away
      pauseMs =
        performance.now() - since > LONGEST_PAUSE_MS
          ? FIRST_PAUSE_MS
          : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      await setTimeout(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  function tell(newest: number | null): void {
    for (const listener of listeners) listener(newest)
  }

  async function sendNewest(): Promise<void> {
    isResting = true
    while (unsent !== null) {
      const newest = unsent
      unsent = null
      // Lost where there is no connection; others look by themselves.
      await client?.query('select pg_notify($1, $2)', [CHANNEL, String(newest)]).catch(() => undefined)
      await setTimeout(SEND_EVERY_MS, undefined, { ref: false })
    }
    isResting = false
  }

  const connected = stayConnected()
  return {
    send(newest) {
      unsent = Math.max(unsent ?? 0, newest)
      if (!isResting) void sendNewest()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await connected
    },
  }
}
