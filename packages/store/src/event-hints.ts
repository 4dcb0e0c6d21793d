import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { SHARE_COPY_LOCK } from './copy/copy-lock.ts'

/**
 * Hints between the processes of one database that something happened, as event numbers. They are sent after
 * the commit, batched, and can be lost: the table is authoritative.
 */
export type EventHints = {
  readonly send: (newest: number) => void
  /**
   * Calls the listener for hints; `newest` null: some might have been missed. Returns a function that stops
   * listening.
   */
  readonly listen: (listener: (newest: number | null) => void) => () => void
  /** Sends a short text to the other processes; lost without a connection. The sender hears it too. */
  readonly broadcast: (text: string) => void
  /** Calls the listener for each text; null: some might have been missed or not been sent. */
  readonly listenToBroadcasts: (listener: (text: string | null) => void) => () => void
  readonly session: () => DatabaseSession | null
  readonly close: () => Promise<void>
}

/** A connection that a process keeps open while it runs; others can see when it ends. */
export type DatabaseSession = {
  /** Stays the same when the process reconnects. */
  readonly number: number
  /** How long it has lasted. */
  readonly ageMs: number
}

/**
 * A process holds this lock with the number of its session: it ends with the connection, and so with the
 * process, however that ends.
 */
export const SESSION_LOCK = 7_238_414

const CHANNEL = 'dragoman_events'
const BROADCASTS = 'dragoman_broadcasts'
/** PostgreSQL refuses longer notifications. */
const LONGEST_BROADCAST_BYTES = 7999
const SEND_EVERY_MS = 50
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000

/**
 * Opens a connection for `NOTIFY` and `LISTEN`, which reconnects whenever it breaks. It also holds the lock
 * that prevents copies of the database, and the one that shows that this process is alive.
 */
export function openEventHints(connectionString: string): EventHints {
  const listeners = new Set<(newest: number | null) => void>()
  const hearers = new Set<(text: string | null) => void>()
  const closing = new AbortController()
  const number = randomInt(1, 2 ** 31)
  let client: pg.Client | null = null
  let connectedAtMs: number | null = null
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
    made.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) report(Number(payload))
      else for (const hear of hearers) hear(payload)
    })
    try {
      await made.connect()
      // A copy of the database holds it exclusively: then this is retried until the copy is finished.
      const { rows } = await made.query(SHARE_COPY_LOCK)
      if (rows[0]?.held !== true) return
      await made.query(`listen ${CHANNEL}`)
      await made.query(`listen ${BROADCASTS}`)
      // Might still be held by an earlier connection that the database has not closed yet: then there is no
      // session for now.
      const own = await made.query('select pg_try_advisory_lock($1, $2) as held', [SESSION_LOCK, number])
      if (own.rows[0]?.held === true) connectedAtMs = performance.now()
      if (closing.signal.aborted) return
      client = made
      report(null)
      for (const hear of hearers) hear(null)
      await ended
    } finally {
      client = null
      connectedAtMs = null
      await made.end().catch(() => undefined)
    }
  }

  async function stayConnected(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !closing.signal.aborted; ) {
      const since = performance.now()
      await connect().catch(() => undefined) // the database is unavailable
      pauseMs =
        performance.now() - since > LONGEST_PAUSE_MS
          ? FIRST_PAUSE_MS
          : Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      await setTimeout(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  function report(newest: number | null): void {
    for (const listener of listeners) listener(newest)
  }

  async function sendNewest(): Promise<void> {
    isResting = true
    while (unsent !== null) {
      const newest = unsent
      unsent = null
      // Lost without a connection; others poll.
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
    broadcast(text) {
      if (Buffer.byteLength(text) > LONGEST_BROADCAST_BYTES) return
      void client?.query('select pg_notify($1, $2)', [BROADCASTS, text]).catch(() => undefined)
    },
    listenToBroadcasts(listener) {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
    session: () => (connectedAtMs === null ? null : { number, ageMs: performance.now() - connectedAtMs }),
    async close() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await connected
    },
  }
}
