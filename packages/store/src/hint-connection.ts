import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { SHARE_COPY_LOCK } from './copy/copy-lock.ts'
import { KEEP_ALIVE } from './keep-alive.ts'

/** A connection for `LISTEN` and `NOTIFY`, which reconnects whenever it breaks. */
export type HintConnection = {
  /** Lost without a connection. */
  readonly notify: (channel: string, payload: string) => Promise<void>
  /** How long this process has held the lock of its session; null: it does not. */
  readonly sessionAgeMs: () => number | null
  readonly close: () => Promise<void>
}

export type HintConnectionOptions = {
  readonly connectionString: string
  /** The number of this process. */
  readonly session: number
  readonly channels: readonly string[]
  /** Called when it is connected: notifications might have been missed. */
  readonly onConnect: () => void
  readonly onNotification: (channel: string, payload: string) => void
}

/**
 * A process holds this lock with the number of its session: it ends with the connection, and so with the
 * process, however that ends.
 */
export const SESSION_LOCK = 7_238_414

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
/** Between two checks of whether the connection still answers. */
const CHECK_MS = 5000
/** Its statements are short: if one is not answered within twice this time, the network has dropped the connection. */
const ANSWER_MS = 3000
/** The database drops a connection whose process has vanished, and its locks, after about 20 seconds. */
const DROP_VANISHED = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/**
 * Opens the connection. It also holds the lock that prevents copies of the database, and the one that shows that this
 * process is alive.
 */
export function openHintConnection(options: HintConnectionOptions): HintConnection {
  const { session, channels, onConnect } = options
  const closing = new AbortController()
  let client: pg.Client | null = null
  let connectedAtMs: number | null = null

  async function connect(): Promise<void> {
    const made = clientOf(options)
    const connected = new AbortController()
    const ended = new Promise<void>((resolve) => made.once('end', () => resolve()))
    const ask = (text: string, values?: readonly number[]) =>
      answered(made.query(text, values && [...values]))
    // Might still be held by an earlier connection that the database has not closed yet: then there is no
    // session for now.
    async function takeSession(): Promise<void> {
      const own = await ask('select pg_try_advisory_lock($1, $2) as held', [SESSION_LOCK, session])
      if (own.rows[0]?.held === true) connectedAtMs = performance.now()
    }
    async function check(): Promise<never> {
      for (;;) {
        await setTimeout(CHECK_MS, undefined, { signal: connected.signal, ref: false })
        await (connectedAtMs === null ? takeSession() : ask('select 1'))
      }
    }
    try {
      await made.connect()
      // A copy of the database holds it exclusively: then this is retried until the copy is finished.
      const { rows } = await ask(SHARE_COPY_LOCK)
      if (rows[0]?.held !== true) return
      await ask(DROP_VANISHED)
      for (const channel of channels) await ask(`listen ${channel}`)
      await takeSession()
      if (closing.signal.aborted) return
      client = made
      onConnect()
      await Promise.race([ended, check()])
    } finally {
      client = null
      connectedAtMs = null
      connected.abort()
      // With an unanswered statement, this closes the socket.
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

  const connected = stayConnected()
  return {
    async notify(channel, payload) {
      await client?.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined)
    },
    sessionAgeMs: () => (connectedAtMs === null ? null : performance.now() - connectedAtMs),
    async close() {
      closing.abort()
      if (client !== null) await endAfterAnswers(client)
      await connected
    },
  }
}

/** Ended with an unanswered statement, it would keep its locks until the database notices that it is gone. */
async function endAfterAnswers(client: pg.Client): Promise<void> {
  await answered(client.query('select pg_advisory_unlock_all()')).catch(() => undefined)
  await client.end().catch(() => undefined)
}

const LATE = Symbol('late')

/** Throws if a statement is not answered. Waits twice: this process can have stalled, and reads the answer then. */
async function answered<T>(statement: Promise<T>): Promise<T> {
  for (let waits = 0; waits < 2; waits++) {
    const first = await Promise.race([statement, setTimeout(ANSWER_MS, LATE, { ref: false })])
    if (first !== LATE) return first
  }
  throw new Error('The database does not answer')
}

function clientOf({ connectionString, onNotification }: HintConnectionOptions): pg.Client {
  const made = new pg.Client({
    connectionString,
    ...KEEP_ALIVE,
    application_name: 'dragoman-events',
    connectionTimeoutMillis: 5000,
  })
  // The end of the connection follows.
  made.on('error', () => undefined)
  made.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
  return made
}
