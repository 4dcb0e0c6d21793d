import pg from 'pg'

/** What another connection shows about the statement of a connection. */
type Sign =
  /** The database works on it. */
  | 'working'
  /** The database has not received it, has answered it, or has closed the connection. */
  | 'lost'
  /** The database does not answer, or a pooler is in between, which has connections of its own. */
  | 'unknown'

const LOOK_MS = 5_000
/** An answer can be under way at the first look. */
const LOOKS_LOST = 2
const LOOKS_UNKNOWN = 60

/**
 * Ends a connection that the network has dropped without a reset, which fails its statement. TCP would report that only
 * after a quarter of an hour. A statement can take long, so another connection asks whether the database works on it.
 */
export function endIfSilent(client: pg.Client, connectionString: string, statement: Promise<unknown>): void {
  let timer = setTimeout(look, LOOK_MS).unref()
  let isAnswered = false
  let lost = 0
  let unknown = 0
  statement.then(stop, stop)

  function stop(): void {
    isAnswered = true
    clearTimeout(timer)
  }

  async function look(): Promise<void> {
    const sign = await signOf(client, connectionString)
    if (isAnswered) return
    lost = sign === 'lost' ? lost + 1 : 0
    unknown = sign === 'unknown' ? unknown + 1 : 0
    // With an unanswered statement, this closes the socket.
    if (lost >= LOOKS_LOST || unknown >= LOOKS_UNKNOWN) await client.end().catch(() => undefined)
    else timer = setTimeout(look, LOOK_MS).unref()
  }
}

async function signOf(client: pg.Client, connectionString: string): Promise<Sign> {
  const other = new pg.Client({
    connectionString,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
    application_name: 'dragoman-look',
  })
  other.on('error', () => undefined) // the query reports it
  try {
    await other.connect()
    const { rows } = await other.query(
      'select pg_backend_pid() as own, (select state from pg_stat_activity where pid = $1) as state',
      [backendOf(client)],
    )
    if (rows[0]?.own !== backendOf(other)) return 'unknown'
    return WORKING.has(rows[0]?.state) ? 'working' : 'lost'
  } catch {
    return 'unknown'
  } finally {
    void other.end().catch(() => undefined)
  }
}

/** `disabled`: the database does not track what its connections do. */
const WORKING: ReadonlySet<unknown> = new Set(['active', 'fastpath function call', 'disabled'])

/** Returns the process of the database that the driver noted for a connection; null: none. */
function backendOf(client: pg.Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}
