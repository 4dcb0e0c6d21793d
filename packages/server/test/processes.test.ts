import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { terminateListeners } from '../../store/test/terminate-listeners.ts'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { DATABASES, eventually } from './test-server.ts'

const params = { project: 'shop' }
const HOUR_MS = 60 * 60_000

describe.skipIf(!DATABASES.includes('postgres'))('several processes on one PostgreSQL', () => {
  let database: TestDatabase
  let folder: string
  let locales: string
  let program: string
  let processes: ServerProcesses
  beforeAll(async () => {
    program = await buildServeChild('processes')
  })
  beforeEach(async () => {
    database = await openTestDatabase('postgres')
    folder = await mkdtemp(join(tmpdir(), 'dragoman-processes-'))
    locales = join(folder, 'shop')
    processes = serverProcesses({ program, folder, databaseUrl: urlOf(database) })
  })
  afterEach(async () => {
    await processes.end()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function connectFolder(at: ServerProcess): Promise<void> {
    for (const [path, text] of [
      ['en', '{\n  "a": "A",\n  "b": "B"\n}\n'],
      ['de', '{\n  "a": "Ä"\n}\n'],
    ] as const) {
      await mkdir(join(locales, path), { recursive: true })
      await writeFile(join(locales, path, 'common.json'), text)
    }
    const { job } = await at.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales, deliverPublic: true },
    })
    await eventually(async () => {
      const { state } = await at.call(api.jobs.get, { params: { ...params, job: job?.id ?? 0 } })
      return state === 'done'
    }, 20_000)
  }

  const german = () => readFile(join(locales, 'de/common.json'), 'utf8')

  async function save(at: ServerProcess, name: string, text: string): Promise<void> {
    const { rows } = await at.call(api.translations.page, {
      params,
      query: { language: 'de', q: `key:${name}`, limit: 1 },
    })
    const [row] = rows
    if (row === undefined) throw new Error(`No key ${name}`)
    await at.call(api.translations.save, {
      params: { ...params, key: row.key.id, language: 'de' },
      body: { forms: { other: text }, baseVersion: row.target.version },
    })
  }

  async function delivered(at: ServerProcess): Promise<string> {
    const response = await fetch(`${at.origin}/d/shop/live/locales/de/common.json`)
    const texts: unknown = await response.json()
    return String(Object(texts).a)
  }

  test('what is saved through one is delivered and told by the other within a second', {
    timeout: 60_000,
  }, async () => {
    const [one, other] = [await processes.start(), await processes.start()]
    await processes.signIn(one)
    await connectFolder(one)
    const stream = listen(await other.fetch('/api/projects/shop/events'))
    await eventually(async () => stream.events.length > 0)
    expect(await delivered(other)).toBe('Ä')
    const changes = () => stream.events.filter(({ event }) => event.type === 'changed').length
    await save(one, 'a', 'eins')
    await eventually(async () => (await delivered(other)) === 'eins' && changes() >= 1, 1000)
    expect((await other.call(api.projects.get, { params })).name).toBe('Shop')

    // The connections that carry the hints break; hints that are sent meanwhile are lost.
    const seen = changes()
    await terminateListeners(urlOf(database))
    await save(one, 'a', 'zwei')
    await eventually(async () => (await delivered(other)) === 'zwei' && changes() > seen, 1000)
    await stream.leave()

    // A stream that was at the other goes on at this one.
    const lastSeen = stream.events.at(-1)?.id ?? ''
    await save(other, 'a', 'drei')
    const moved = listen(
      await one.fetch('/api/projects/shop/events', { headers: { 'last-event-id': lastSeen } }),
    )
    await eventually(async () => moved.events.some(({ event }) => event.type === 'changed'))
    expect(moved.events.map(({ event }) => event.type)).not.toContain('reset')
    await moved.leave()
  })

  test('of two processes one syncs the folder, whatever their clocks say; killed, the other takes over', {
    timeout: 90_000,
  }, async () => {
    const holder = await processes.start()
    await processes.signIn(holder)
    await connectFolder(holder)
    const other = await processes.start({ clockMs: HOUR_MS })
    await save(other, 'a', 'von nebenan')
    await eventually(async () => (await german()).includes('von nebenan'))
    const { sources } = await other.call(api.sources.list, { params })
    const source = { ...params, source: sources[0]?.id ?? 0 }
    // Asked through the one, compared by the other.
    await other.call(api.sources.sync, { params: source })

    await holder.kill()
    const killedMs = performance.now()
    await writeFile(join(locales, 'de/common.json'), '{\n  "a": "von der Platte"\n}\n')
    await eventually(async () => (await delivered(other)) === 'von der Platte', 15_000)
    expect(performance.now() - killedMs).toBeLessThan(15_000)
    await save(other, 'a', 'wieder hier')
    await eventually(async () => (await german()).includes('wieder hier'))
    expect((await other.call(api.files.conflicts, { params })).total).toBe(0)
  })

  test('a process that was stopped for a while and lost the folder writes nothing to it', {
    timeout: 90_000,
  }, async () => {
    const holder = await processes.start()
    await processes.signIn(holder)
    await connectFolder(holder)
    const other = await processes.start()
    holder.pause()
    await save(other, 'a', 'inzwischen')
    await eventually(async () => (await german()).includes('inzwischen'), 15_000)
    holder.goOn()
    await save(other, 'a', 'danach')
    await eventually(async () => (await german()).includes('danach'))
    await eventually(async () => (await delivered(holder)) === 'danach')
    await save(holder, 'a', 'zuletzt')
    await eventually(async () => (await german()).includes('zuletzt'))
    expect((await other.call(api.files.conflicts, { params })).total).toBe(0)
  })
})

function urlOf({ config }: TestDatabase): string {
  if (config.kind !== 'postgres') throw new Error('Another database was asked for')
  return config.url
}
