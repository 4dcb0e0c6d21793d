import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { onTestPort } from '../../../scripts/lib/test-ports.ts'
import { lockForCopy } from '../src/copy/copy-lock.ts'
import { type HintConnection, openHintConnection } from '../src/hint-connection.ts'
import { DatabaseUnavailableError, listProjects, openStore } from '../src/index.ts'
import { openTestDatabase } from './on-both.ts'
import { applied, newKey, sampleProject } from './sample.ts'

const url = process.env.TEST_POSTGRES_URL
const AWAY_MS = 10_000

describe.skipIf(!url)('PostgreSQL unavailable for ten seconds', () => {
  test('writes and reads fail with a clear error and no partial write, then everything works again', async () => {
    const database = await openTestDatabase('postgres')
    if (database.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const line = await openLine(new URL(database.config.url))
    const store = await openStore({ kind: 'postgres', url: line.url })
    const project = await sampleProject(store, ['de'])
    await applied(store, project.id, [newKey('common', 'before', { en: 'Before' })])

    const open = store.write(async (w) => {
      await listProjects(w)
      await line.cut()
      return listProjects(w)
    })
    await expect(open).rejects.toBeInstanceOf(DatabaseUnavailableError)
    const until = Date.now() + AWAY_MS
    while (Date.now() < until) {
      await expect(
        applied(store, project.id, [newKey('common', 'while', { en: 'While' })]),
      ).rejects.toMatchObject({
        code: 'database-away',
      })
      await expect(store.read(listProjects)).rejects.toBeInstanceOf(DatabaseUnavailableError)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await line.mend()
    await applied(store, project.id, [
      newKey('common', 'while', { en: 'While' }),
      newKey('common', 'after', { en: 'After' }),
    ])
    await store.close()
    await line.cut()
    await database.remove()
  })
})

describe.skipIf(!url)('a network that drops connections without a reset', () => {
  test('their statements fail after some seconds, and new connections replace them', async () => {
    const { store, line } = await openBehindLine()
    const project = await sampleProject(store, ['de'])
    const hints: (number | null)[] = []
    store.onHint((newest) => hints.push(newest))
    const write = (name: string) => applied(store, project.id, [newKey('common', name, { en: 'Text' })])
    await Promise.all([...Array.from({ length: 6 }, () => store.read(listProjects)), write('before')])
    line.freeze()
    const lost = { status: 'rejected', reason: { code: 'database-away' } }
    expect(
      await Promise.allSettled([store.read(listProjects), write('meanwhile'), store.read(listProjects)]),
    ).toMatchObject([lost, lost, lost])
    await write('after')
    expect(await store.read(listProjects)).toHaveLength(1)
    // It listens again, and what it has missed is read.
    await expect.poll(() => hints, { timeout: WAIT_DEADLINE_MS }).toContain(null)
  })

  test('a statement that takes long is not ended', async () => {
    const { store } = await openBehindLine()
    const { rows } = await store.read(({ db }) => sql`select 1 as done from pg_sleep(17)`.execute(db))
    expect(rows).toEqual([{ done: 1 }])
  })
})

describe.skipIf(!url)('a connection that is closed while it sends a notification', () => {
  test('holds no lock afterwards: a copy of the database can start', async () => {
    const { line, direct } = await lineToDatabase()
    const hints = await new Promise<HintConnection>((resolve) => {
      const opened = openHintConnection({
        connectionString: line.url,
        session: 1,
        channels: [],
        onConnect: () => resolve(opened),
        onNotification: () => undefined,
      })
    })
    expect(await isUsed(direct)).toBe(true)
    const thaw = line.freeze()
    void hints.notify('unheard', 'unanswered')
    const isUsedAfterwards = hints.close().then(() => isUsed(direct))
    expect(await isUsed(direct)).toBe(true)
    thaw()
    expect(await isUsedAfterwards).toBe(false)
  })
})

/** Returns whether a server prevents copies of a database. */
async function isUsed(connectionString: string): Promise<boolean> {
  const lock = await lockForCopy(connectionString)
  await lock?.release()
  return lock === null
}

/** Opens a store that reaches a new database through a line. */
async function openBehindLine() {
  const { line } = await lineToDatabase()
  const store = await openStore({ kind: 'postgres', url: line.url })
  onTestFinished(() => store.close())
  return { store, line }
}

/** Creates a database, and a line to it. `direct`: its URL. */
async function lineToDatabase() {
  const { store, config, remove } = await openTestDatabase('postgres')
  onTestFinished(remove)
  if (config.kind !== 'postgres') throw new Error('not PostgreSQL')
  await store.close()
  const line = await openLine(new URL(config.url))
  onTestFinished(line.cut)
  return { line, direct: config.url }
}

type Line = {
  readonly url: string
  /** Breaks all connections and refuses new ones, as when the server is down. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
  /** Nothing arrives on the connections that are open now; new ones work. Returns what undoes that. */
  readonly freeze: () => () => void
}

/** Connects to the database, whose address can name the folder of its socket. */
function connectTo({ hostname, port, searchParams }: URL): Socket {
  const folder = searchParams.get('host')
  const number = Number(port || 5432)
  return folder === null ? connect(number, hostname) : connect(`${folder}/.s.PGSQL.${number}`)
}

/** Opens a proxy to the database. */
async function openLine(target: URL): Promise<Line> {
  const sockets = new Set<Socket>()
  let pairs: (readonly [Socket, Socket])[] = []
  let server: Server | null = null
  let port = 0
  async function mend(): Promise<void> {
    const made = createServer((client) => {
      const up = connectTo(target)
      for (const socket of [client, up]) {
        sockets.add(socket)
        // The test cuts connections on purpose.
        socket.on('error', () => undefined)
        socket.on('close', () => sockets.delete(socket))
      }
      client.pipe(up).pipe(client)
      pairs.push([client, up])
    })
    const listen = (at: number) =>
      new Promise<void>((resolve, reject) => {
        made.once('error', reject)
        made.listen(at, '127.0.0.1', resolve)
      })
    if (port === 0) port = await onTestPort(listen)
    else await listen(port)
    server = made
  }
  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  function freeze(): () => void {
    const frozen = pairs
    pairs = []
    for (const [client, up] of frozen) {
      client.unpipe(up)
      up.unpipe(client)
    }
    return () => {
      for (const [client, up] of frozen) client.pipe(up).pipe(client)
    }
  }
  await mend()
  const url = new URL(target)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { url: url.href, cut, mend, freeze }
}
