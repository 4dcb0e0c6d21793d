import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { api, callRoute, type FailureCode } from '@dragoman/contract'
import { createSession, openStore } from '@dragoman/store'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { runStatements } from '../../store/test/run-statements.ts'
import { allRoutes } from '../src/http/mount.ts'
import { newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import type { ServerProcess } from './server-processes.ts'
import { type SharedShop, sharedShop } from './shared-shop.ts'
import { DATABASES, eventually } from './test-server.ts'

const params = { project: 'shop' }
const plain = { project: 'plain' }

type Postgres = { url: string; bin: string; start: () => void; crash: () => void; remove: () => void }

describe.skipIf(!DATABASES.includes('postgres'))('our own PostgreSQL', () => {
  let postgres: Postgres
  let url: string
  let program: string
  let shop: SharedShop
  beforeAll(async () => {
    program = await buildServeChild()
  })
  beforeEach(async () => {
    postgres = await startPostgres()
    await runStatements(postgres.url, 'create database dragoman')
    url = postgres.url.replace('/postgres?', '/dragoman?')
    shop = await sharedShop(program, url)
  })
  afterEach(async () => {
    await shop.remove()
    postgres.remove()
  })

  /** Creates a second project, without a folder: its data is in the database only. */
  async function makePlain(at: ServerProcess): Promise<number> {
    const body = { slug: 'plain', name: 'Plain', sourceLanguage: 'en', deliverPublic: true }
    await at.call(api.projects.create, { body })
    await at.call(api.languages.add, { params: plain, body: { tag: 'de' } })
    const { key } = await at.call(api.keys.create, {
      params: plain,
      body: { namespace: 'common', name: 'a', plural: 'none', forms: { other: 'A' } },
    })
    return key.id
  }

  async function savePlain(at: ServerProcess, key: number, text: string): Promise<void> {
    const where = { params: { ...plain, key, language: 'de' } }
    const { target } = await at.call(api.translations.get, where)
    const body = { forms: { other: text }, baseVersion: target.version }
    await at.call(api.translations.save, { ...where, body })
  }

  async function plainDelivered(at: ServerProcess): Promise<string> {
    const response = await fetch(`${at.origin}/d/plain/live/locales/de/common.json`)
    return String(Object(await response.json()).a)
  }

  test('restored from an older backup while processes run: nothing stale, nothing lost in the files, nothing twice', async () => {
    const { processes, save, delivered, german } = shop
    const [one, other] = [await processes.start(), await processes.start()]
    await processes.signIn(one)
    await shop.connect(one)
    const key = await makePlain(one)
    await savePlain(one, key, 'alt')
    await save(one, 'a', 'alt')
    await eventually(async () => (await german()).includes('alt'))
    const dump = execFileSync(join(postgres.bin, 'pg_dump'), ['--dbname', url], { maxBuffer: 1 << 28 })

    await savePlain(one, key, 'neu')
    await save(other, 'a', 'neu')
    await eventually(async () => (await german()).includes('neu'))
    await eventually(async () => (await plainDelivered(other)) === 'neu')
    const stream = listen(await other.fetch('/api/projects/plain/events'))
    const elsewhere = listen(await other.fetch('/api/projects/shop/events'))
    await eventually(async () => stream.events.length > 0 && elsewhere.events.length > 0)
    const late = await sessionOfOwner()
    const lateStream = listen(await fetch(`${other.origin}/api/projects/plain/events`, late(other)))
    await eventually(async () => lateStream.events.length > 0)
    const lastSeen = stream.events.at(-1)?.id ?? ''
    const before = await operationsOf(one)

    await runStatements(postgres.url, 'drop database dragoman with (force)', 'create database dragoman')
    execFileSync(join(postgres.bin, 'psql'), ['--quiet', '-v', 'ON_ERROR_STOP=1', '-1', '--dbname', url], {
      input: dump,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    // What was only in the database is as old as the backup, on every process.
    for (const at of [one, other]) await eventually(async () => (await plainDelivered(at)) === 'alt')
    await eventually(async () => stream.events.at(-1)?.event.type === 'reset')
    // The session was created after the backup.
    await lateStream.ended
    expect((await fetch(`${one.origin}/api/projects/plain`, late(one))).status).toBe(401)
    // The files are newer than the backup: their texts are imported, once, and not overwritten.
    for (const at of [one, other]) await eventually(async () => (await delivered(at)) === 'neu')
    expect(await german()).toContain('neu')
    const after = await operationsOf(one)
    expect(after.length).toBe(before.length)
    expect(after[0]).toBe('sync')
    expect((await one.call(api.files.conflicts, { params })).total).toBe(0)
    expect((await one.call(api.jobs.list, { params })).jobs.map(({ state }) => state)).toEqual(['done'])

    // Everything continues, with numbers that were assigned before.
    const heard = stream.events.length
    await savePlain(one, key, 'danach')
    await save(other, 'a', 'danach')
    for (const at of [one, other]) {
      await eventually(async () => (await plainDelivered(at)) === 'danach')
      await eventually(async () => (await delivered(at)) === 'danach')
    }
    await eventually(async () => (await german()).includes('danach'))
    await eventually(async () => stream.events.length > heard)
    expect(stream.events.slice(heard).map(({ event }) => event.type)).toEqual(['changed'])
    expect(numberOf(stream.events.at(-1)?.id)).toBeLessThanOrEqual(numberOf(lastSeen) + 10)

    // A restarted process knows no other past, and an older stream starts over with it.
    await one.kill()
    const third = await processes.start()
    expect(await plainDelivered(third)).toBe('danach')
    const headers = { 'last-event-id': lastSeen }
    const moved = listen(await third.fetch('/api/projects/plain/events', { headers }))
    await eventually(async () => moved.events[0]?.event.type === 'reset')
    await save(third, 'a', 'zuletzt')
    await eventually(async () => (await german()).includes('zuletzt'))
    expect((await third.call(api.files.conflicts, { params })).total).toBe(0)
  })

  async function operationsOf(at: ServerProcess): Promise<readonly string[]> {
    const { operations } = await at.call(api.operations.list, { params, query: { limit: 50 } })
    return operations.map(({ kind }) => kind)
  }

  /** Creates another session of the owner; returns the options of requests with it. */
  async function sessionOfOwner(): Promise<(at: ServerProcess) => RequestInit> {
    const id = newSessionId()
    const store = await openStore({ kind: 'postgres', url })
    const row = { userId: 1, idHash: hashOfSecret(id), at: hoursFromNow(0), expiresAt: hoursFromNow(1) }
    await store.write((w) => createSession(w, row))
    await store.close()
    return (at) => ({ headers: { cookie: `dragoman_${new URL(at.origin).port}=${id}` } })
  }

  test('down: delivery continues with what it has, every route says when to retry, and everything recovers', async () => {
    const { processes, save, delivered, german } = shop
    const [one, other] = [await processes.start(), await processes.start()]
    await processes.signIn(one)
    await shop.connect(one)
    await save(one, 'a', 'vorher')
    for (const at of [one, other]) await eventually(async () => (await delivered(at)) === 'vorher')
    const file = `${other.origin}/d/shop/live/locales/de/common.json`
    const etag = (await fetch(file)).headers.get('etag') ?? ''
    const stream = listen(await other.fetch('/api/projects/shop/events'))
    await eventually(async () => stream.events.length > 0)
    // Saved, received by all streams, and loaded by no one: the last good file is served. Whether an event of an
    // earlier save arrives before or after that file was built makes no difference.
    const heard = stream.events.length
    await save(one, 'a', 'ungelesen')
    await eventually(async () => stream.events.slice(heard).some(({ event }) => event.type === 'changed'))

    postgres.crash()
    for (const at of [one, other]) {
      expect(await delivered(at)).toBe('vorher')
      for (const { area, name, route } of allRoutes()) {
        const path = `/api${route.path.replace(':project', 'shop').replace(/:\w+/g, '1')}`
        const type = route.raw ? 'application/octet-stream' : 'application/json'
        const body = route.method === 'GET' ? {} : { body: '{}', headers: { 'content-type': type } }
        const response = await at.fetch(path, { method: route.method, ...body })
        expect([`${area}.${name}`, ...(await refusalOf(response))]).toEqual([
          `${area}.${name}`,
          503,
          'busy',
          true,
        ])
      }
      for (const path of [
        '/api/projects/shop/events',
        '/api/openapi.json',
        '/api/docs',
        '/health/ready',
        '/metrics',
      ])
        expect([path, ...(await refusalOf(await at.fetch(path)))]).toEqual([path, 503, 'busy', true])
      expect((await at.fetch('/health/live')).status).toBe(200)
    }
    const again = await fetch(file, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([
      304,
      'public, max-age=0, stale-if-error=86400',
    ])
    // No one has requested this one before.
    expect(await refusalOf(await fetch(file.replace('/de/', '/en/')))).toEqual([503, 'busy', true])
    // Without a session too: signing in, and asking whether there is a session.
    const session = await callRoute(
      (path, init) => fetch(`${one.origin}${path}`, init),
      api.session.get,
      {},
    ).catch(({ code }: { code: FailureCode }) => code)
    expect(session).toBe('busy')

    const known = stream.events.length
    postgres.start()
    for (const at of [one, other])
      await eventually(async () => (await at.fetch('/health/ready')).status === 200)
    await save(one, 'a', 'nachher')
    await eventually(async () => (await delivered(other)) === 'nachher')
    await eventually(async () => stream.events.slice(known).some(({ event }) => event.type === 'changed'))
    expect(stream.events.map(({ event }) => event.type)).not.toContain('reset')
    await eventually(async () => (await german()).includes('nachher'))
  })
})

async function refusalOf(response: Response): Promise<readonly [number, string, boolean]> {
  const problem: unknown = await response.json()
  return [response.status, String(Object(problem).code), Number(response.headers.get('retry-after')) > 0]
}

function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * 60 * 60_000).toISOString()
}

function numberOf(id: string | undefined): number {
  return Number(id?.split('-')[0])
}
