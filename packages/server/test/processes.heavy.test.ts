import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { createMember, createSession, projectBySlug, putMembership, removeMembership } from '@dragoman/store'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { terminateListeners } from '../../store/test/terminate-listeners.ts'
import { newSessionId } from '../src/http/session-cookie.ts'
import { hashOfSecret } from '../src/secrets/hash-of-secret.ts'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import type { ServerProcess } from './server-processes.ts'
import { type SharedShop, sharedShop } from './shared-shop.ts'
import { DATABASES, eventually } from './test-server.ts'

const params = { project: 'shop' }
const HOUR_MS = 60 * 60_000

describe.skipIf(!DATABASES.includes('postgres'))('several processes on one PostgreSQL', () => {
  let database: TestDatabase
  let program: string
  let shop: SharedShop
  beforeAll(async () => {
    program = await buildServeChild()
  })
  beforeEach(async () => {
    database = await openTestDatabase('postgres')
    shop = await sharedShop(program, urlOf(database))
  })
  afterEach(async () => {
    await shop.remove()
    await database.remove()
  })

  test('what is saved through one is delivered and reported by the other within a second', async () => {
    const { processes, save, delivered } = shop
    const [one, other] = [await processes.start(), await processes.start()]
    await processes.signIn(one)
    await shop.connect(one)
    const stream = listen(await other.fetch('/api/projects/shop/events'))
    await eventually(async () => stream.events.length > 0)
    expect(await delivered(other)).toBe('Ä')
    const changes = () => stream.events.filter(({ event }) => event.type === 'changed').length
    await save(one, 'a', 'eins')
    await eventually(async () => (await delivered(other)) === 'eins' && changes() >= 1)
    expect((await other.call(api.projects.get, { params })).name).toBe('Shop')

    // The connections that carry the notifications break; those sent meanwhile are lost.
    const seen = changes()
    await terminateListeners(urlOf(database))
    await save(one, 'a', 'zwei')
    await eventually(async () => (await delivered(other)) === 'zwei' && changes() > seen)
    await stream.leave()

    // A stream that was connected to the other continues at this one.
    const lastSeen = stream.events.at(-1)?.id ?? ''
    await save(other, 'a', 'drei')
    const moved = listen(
      await one.fetch('/api/projects/shop/events', { headers: { 'last-event-id': lastSeen } }),
    )
    await eventually(async () => moved.events.some(({ event }) => event.type === 'changed'))
    expect(moved.events.map(({ event }) => event.type)).not.toContain('reset')
    await moved.leave()
  })

  test('of two processes one syncs the folder, whatever their clocks say; if it is killed, the other takes over', async () => {
    const { processes, save, delivered, german } = shop
    const holder = await processes.start()
    await processes.signIn(holder)
    await shop.connect(holder)
    const other = await processes.start({ clockMs: HOUR_MS })
    await save(other, 'a', 'von nebenan')
    await eventually(async () => (await german()).includes('von nebenan'))
    const { sources } = await other.call(api.sources.list, { params })
    const source = { ...params, source: sources[0]?.id ?? 0 }
    // Requested through one, compared by the other.
    await other.call(api.sources.sync, { params: source })

    await holder.kill()
    await shop.write('de/common.json', '{\n  "a": "von der Platte"\n}\n')
    await eventually(async () => (await delivered(other)) === 'von der Platte')
    await save(other, 'a', 'wieder hier')
    await eventually(async () => (await german()).includes('wieder hier'))
    expect((await other.call(api.files.conflicts, { params })).total).toBe(0)
  })

  test('a process that was suspended for a while and lost the folder writes nothing to it', async () => {
    const { processes, save, delivered, german } = shop
    const holder = await processes.start()
    await processes.signIn(holder)
    await shop.connect(holder)
    const other = await processes.start()
    holder.pause()
    await save(other, 'a', 'inzwischen')
    await eventually(async () => (await german()).includes('inzwischen'))
    holder.proceed()
    await save(other, 'a', 'danach')
    await eventually(async () => (await german()).includes('danach'))
    await eventually(async () => (await delivered(holder)) === 'danach')
    await save(holder, 'a', 'zuletzt')
    await eventually(async () => (await german()).includes('zuletzt'))
    expect((await other.call(api.files.conflicts, { params })).total).toBe(0)
  })

  test('both report the same about the files, whichever of them syncs the folder', async () => {
    const { processes, save, german } = shop
    await mkdir(join(shop.locales, 'de'), { recursive: true })
    await symlink('common.json', join(shop.locales, 'de/linked.json'))
    const holder = await processes.start()
    await processes.signIn(holder)
    await shop.connect(holder)
    const other = await processes.start()
    const filesOf = (at: ServerProcess) => at.call(api.files.list, { params })
    const isSame = async () => {
      const [one, two] = [await filesOf(holder), await filesOf(other)]
      return JSON.stringify(one) === JSON.stringify(two) && one
    }
    const first = await eventually(async () => {
      const same = await isSame()
      return same && same.leftOut.length > 0 && same.waiting === 0 && same
    })
    expect(first.leftOut.map(({ path }) => path)).toEqual(['de/linked.json'])
    expect(first.files.map(({ state, syncedAt }) => [state, typeof syncedAt])).toEqual([
      ['in-step', 'string'],
      ['in-step', 'string'],
    ])
    // While the holder is suspended, the other reports that its own save is not in the file.
    holder.pause()
    await save(other, 'a', 'noch nicht')
    const { files, waiting } = await filesOf(other)
    expect([waiting, files.find(({ language }) => language === 'de')?.state]).toEqual([1, 'writing'])
    holder.proceed()
    await eventually(async () => (await german()).includes('noch nicht'))
    await eventually(async () => {
      const same = await isSame()
      return same && same.waiting === 0 && same.files.every(({ state }) => state === 'in-step')
    })
    await rm(join(shop.locales, 'de/linked.json'))
    await holder.call(api.sources.sync, { params: { ...params, source: await sourceOf(other) } })
    await eventually(async () => {
      const same = await isSame()
      return same && same.leftOut.length === 0
    })
  })

  async function sourceOf(at: ServerProcess): Promise<number> {
    const { sources } = await at.call(api.sources.list, { params })
    return sources[0]?.id ?? 0
  }

  test('a live stream ends where the right to read the project or the session ends, on any process', async () => {
    const { processes, save } = shop
    const [one, other] = [await processes.start(), await processes.start()]
    await processes.signIn(one)
    await shop.connect(one)
    const { store } = database
    const at = new Date().toISOString()
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
    const projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    const person = await store.write((w) => createMember(w, { name: 'Ben', passwordHash: null, at }))
    const of = { userId: person.id, projectId }
    const viewer = { role: 'viewer', languages: null, namespaces: null } as const
    await store.write((w) => putMembership(w, of, viewer))
    const session = newSessionId()
    const row = { userId: person.id, idHash: hashOfSecret(session), at, expiresAt }
    await store.write((w) => createSession(w, row))
    const as = (to: ServerProcess) => {
      const cookie = `dragoman_${new URL(to.origin).port}=${session}`
      return { headers: { cookie } }
    }
    const follow = async () => {
      const streams = await Promise.all(
        [one, other].map(async (to) => listen(await fetch(`${to.origin}/api/projects/shop/events`, as(to)))),
      )
      for (const { events } of streams) await eventually(async () => events.length > 0)
      return streams
    }
    const changes = (streams: readonly ReturnType<typeof listen>[]) =>
      streams.map(({ events }) => events.filter(({ event }) => event.type === 'changed').length)

    // Fewer rights, but still enough to read: the streams continue.
    const before = await follow()
    const limited = { ...viewer, languages: new Set(['de']) }
    await store.write((w) => putMembership(w, of, limited))
    await save(one, 'a', 'eins')
    await eventually(async () => changes(before).every((count) => count === 1))
    await store.write((w) => removeMembership(w, of))
    await within(1000, Promise.all(before.map(({ ended }) => ended)))
    const refused = await fetch(`${other.origin}/api/projects/shop/events`, as(other))
    expect(refused.status).toBe(404)
    await save(one, 'a', 'zwei')
    expect(changes(before)).toEqual([1, 1])

    await store.write((w) => putMembership(w, of, viewer))
    const again = await follow()
    const signedOut = await fetch(`${one.origin}/api/session`, { method: 'DELETE', ...as(one) })
    expect(signedOut.status).toBe(200)
    await within(1000, Promise.all(again.map(({ ended }) => ended)))
  })
})

function urlOf({ config }: TestDatabase): string {
  if (config.kind !== 'postgres') throw new Error('Another database was asked for')
  return config.url
}

async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  return Promise.race([
    task,
    sleep(ms).then(() => {
      throw new Error(`It took longer than ${ms} ms`)
    }),
  ])
}
