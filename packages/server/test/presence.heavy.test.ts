import type { LiveEvent } from '@dragoman/contract'
import { createMember, createSession, projectBySlug, putMembership } from '@dragoman/store'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { terminateListeners } from '../../store/test/terminate-listeners.ts'
import { newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import type { ServerProcess } from './server-processes.ts'
import { type SharedShop, sharedShop } from './shared-shop.ts'
import { eventually } from './test-server.ts'

const ANN_WINDOW = 'a'.repeat(16)
const BEN_WINDOW = 'b'.repeat(16)
const HOUR_MS = 60 * 60_000
/** A process repeats who is there every 20 seconds: what is faster was sent when it happened. */
const BEFORE_REPEAT_MS = 10_000

type Stream = ReturnType<typeof listen>

describe.skipIf(!process.env.TEST_POSTGRES_URL)('presence in two processes on one PostgreSQL', () => {
  let database: TestDatabase
  let program: string
  let shop: SharedShop
  let one: ServerProcess
  /** Ben's session. */
  let session: string
  let ben: string
  beforeAll(async () => {
    program = await buildServeChild()
  })
  beforeEach(async () => {
    database = await openTestDatabase('postgres')
    shop = await sharedShop(program, databaseUrl())
    one = await shop.processes.start()
    await shop.processes.signIn(one)
    await shop.connect(one)
    await addBen()
  })
  afterEach(async () => {
    await shop.remove()
    await database.remove()
  })

  function databaseUrl(): string {
    if (database.config.kind !== 'postgres') throw new Error('Another database was asked for')
    return database.config.url
  }

  /** Makes Ben a translator, with a session that is valid at each process. */
  async function addBen(): Promise<void> {
    const { store } = database
    const at = new Date().toISOString()
    const projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    session = newSessionId()
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
    await store.write(async (w) => {
      const { id: userId } = await createMember(w, { name: 'Ben', passwordHash: null, at })
      await putMembership(w, { userId, projectId }, { role: 'translator', languages: null, namespaces: null })
      await createSession(w, { userId, idHash: hashOfSecret(session), at, expiresAt })
      ben = `user:${userId}`
    })
  }

  async function openAsAnn(at: ServerProcess): Promise<Stream> {
    return opened(await at.fetch(`/api/projects/shop/events?window=${ANN_WINDOW}`))
  }

  function fetchAsBen({ origin }: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = `dragoman_${new URL(origin).port}=${session}`
    const headers = { 'content-type': 'application/json', cookie }
    return fetch(`${origin}/api/projects/shop/${path}`, { ...init, headers })
  }

  async function openAsBen(at: ServerProcess): Promise<Stream> {
    return opened(await fetchAsBen(at, `events?window=${BEN_WINDOW}`))
  }

  async function opened(response: Response): Promise<Stream> {
    const stream = listen(response)
    await eventually(async () => stream.events.length > 0)
    return stream
  }

  async function moveBen(at: ServerProcess, language: string, keyId: number): Promise<void> {
    const body = JSON.stringify({ window: BEN_WINDOW, language, keyId })
    expect((await fetchAsBen(at, 'presence', { method: 'PUT', body })).status).toBe(200)
  }

  test('a person in one process sees where a person in the other is, until their window closes', async () => {
    const other = await shop.processes.start()
    const ofAnn = await openAsAnn(one)
    const ofBen = await openAsBen(other)
    await moveBen(other, 'de', 1)
    await sees(ofAnn, `${ben} de 1`)
    await sees(ofBen, 'user:1  ')
    // The request does not reach the process that has the stream.
    await moveBen(one, 'de', 2)
    await sees(ofAnn, `${ben} de 2`)
    await ofBen.leave()
    await eventually(async () => shown(ofAnn).join() === 'user:1  ', BEFORE_REPEAT_MS)
    await ofAnn.leave()
  })

  test('a process that starts later shows who is there', async () => {
    const ofBen = await openAsBen(one)
    await moveBen(one, 'de', 1)
    const later = await shop.processes.start()
    const ofAnn = await openAsAnn(later)
    await sees(ofAnn, `${ben} de 1`)
    await ofAnn.leave()
    await ofBen.leave()
  })

  test('a move while the connections to the database are broken is shown once they are back', async () => {
    const other = await shop.processes.start()
    const ofAnn = await openAsAnn(one)
    const ofBen = await openAsBen(other)
    await sees(ofAnn, `${ben}  `)
    await terminateListeners(databaseUrl())
    await moveBen(other, 'de', 1)
    await sees(ofAnn, `${ben} de 1`)
    await ofBen.leave()
    await ofAnn.leave()
  })

  async function sees(stream: Stream, who: string): Promise<void> {
    await eventually(async () => shown(stream).includes(who), BEFORE_REPEAT_MS)
  }
})

/** Returns who the last list of a stream names, and where they are. */
function shown({ messages }: Stream): readonly string[] {
  const lists = messages.filter(
    (event): event is Extract<LiveEvent, { type: 'presence' }> => event.type === 'presence',
  )
  return (lists.at(-1)?.people ?? []).map(({ id, language, keyId }) => [id, language, keyId].join(' '))
}
