import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, Failure } from '@dragoman/contract'
import { history, openStore, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { generator } from './sync-walk.ts'
import { DATABASES, eventually } from './test-server.ts'

/** By hand: `DRAGOMAN_PROCESSES_SECONDS=120 npx vitest run packages/server/test/processes-law.heavy.test.ts`. */
const SECONDS = Number(process.env.DRAGOMAN_PROCESSES_SECONDS ?? 12)
const KILL_EVERY_MS = SECONDS > 30 ? 10_000 : 4_000
/** Determines which process is called and cut off when, but not how they interleave. */
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1)
const CLIENTS = 20
const LISTENERS = 3
const params = { project: 'shop' }

type Postgres = { url: string; start: () => void; crash: () => void; remove: () => void }
type Saved = { readonly keyId: number; readonly version: number; readonly text: string }

let postgres: Postgres | null = null
const below = generator(SEED)
let folder = ''
let program = ''
let processes: ServerProcesses

beforeAll(async () => {
  if (!DATABASES.includes('postgres')) return
  program = await buildServeChild()
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-processes-'))
})
afterAll(async () => {
  await processes?.end()
  postgres?.remove()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

test(`three processes, ${CLIENTS} clients, kills and a crash of the database: nothing lost, nothing twice`, {
  timeout: (SECONDS + 240) * 1000,
}, async ({ skip }) => {
  if (postgres === null) return skip()
  const server = postgres
  processes = serverProcesses({ program, folder, databaseUrl: server.url })
  const alive: ServerProcess[] = [await processes.start()]
  const [first] = alive
  if (first === undefined) throw new Error('No process')
  await processes.signIn(first)
  const locales = await connectFolder(first)
  alive.push(await processes.start(), await processes.start())
  const { rows } = await first.call(api.translations.page, {
    params,
    query: { language: 'de', limit: CLIENTS },
  })
  const keyIds = rows.map(({ key }) => key.id)

  let isOver = false
  let isAllSaved = false
  let databaseAwayUntilMs = 0
  const anyone = () => alive[below(alive.length)] as ServerProcess
  const saved: Saved[] = []
  const deliveredAfterMs: number[] = []
  let refused = 0

  async function client(index: number): Promise<void> {
    const keyId = keyIds[index] ?? 0
    const at = { params: { ...params, key: keyId, language: 'de' } }
    for (let count = 1; !isOver; count++) {
      const text = `client ${index} save ${count}`
      try {
        const through = anyone()
        const { target } = await through.call(api.translations.get, at)
        const { translation } = await anyone().call(api.translations.save, {
          ...at,
          body: { forms: { other: text }, baseVersion: target.version },
        })
        saved.push({ keyId, version: translation.version, text })
        void follow(index, count)
      } catch (error) {
        // Killed, or the database is down: not acknowledged.
        if (error instanceof Failure && error.code !== 'busy' && error.code !== 'stale-edit') throw error
        refused += 1
        await sleep(100)
      }
      await sleep(100)
    }
  }

  /** Measures how long until every running process serves this save or a later one of the client. */
  async function follow(index: number, count: number): Promise<void> {
    const savedMs = performance.now()
    await Promise.all(
      [...alive].map(async (at) => {
        for (;;) {
          const now = await deliveredCount(at, index).catch(() => null) // just killed
          if (now === null || !alive.includes(at) || Date.now() < databaseAwayUntilMs) return
          if (now >= count) break
          await sleep(20)
        }
        deliveredAfterMs.push(performance.now() - savedMs)
      }),
    )
  }

  const heard = Array.from({ length: LISTENERS }, () => new Set<string>())
  let joined = 0
  let resets = 0
  async function listener(own: Set<string>): Promise<void> {
    let lastSeen = ''
    let current: ReturnType<typeof listen> | null = null
    let seen = 0
    const take = () => {
      for (const { id, event } of current?.events.slice(seen) ?? []) {
        seen += 1
        lastSeen = id
        if (event.type === 'joined') joined += 1
        if (event.type === 'reset') resets += 1
        if (event.type === 'changed')
          for (const { keyId, version } of event.translations ?? []) own.add(`${keyId} ${version}`)
      }
    }
    while (!isAllSaved || !saved.every(({ keyId, version }) => own.has(`${keyId} ${version}`))) {
      const headers: Record<string, string> = lastSeen === '' ? {} : { 'last-event-id': lastSeen }
      const response = await anyone()
        .fetch('/api/projects/shop/events', { headers })
        .catch(() => null)
      if (response?.status !== 200) {
        await sleep(100)
        continue
      }
      current = listen(response)
      seen = 0
      // Reconnects elsewhere now and then, as behind a proxy.
      const until = Date.now() + 1000 + below(3000)
      const isCut = current.ended.then(() => true)
      while (Date.now() < until && !(await Promise.race([isCut, sleep(50, false)]))) take()
      take()
      await current.leave().catch(() => undefined)
    }
  }

  const listeners = heard.map(listener)
  await eventually(async () => joined === LISTENERS)
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
  const endMs = Date.now() + SECONDS * 1000
  let kills = 0
  let hasCrashed = false
  // A slow machine takes longer for as much.
  const isEnough = () => saved.length > CLIENTS && deliveredAfterMs.length > 10 && hasCrashed
  while (Date.now() < endMs || !isEnough()) {
    const leftMs = endMs - Date.now()
    await sleep(leftMs > 0 ? Math.min(KILL_EVERY_MS, leftMs) : KILL_EVERY_MS)
    const [oldest] = alive.splice(0, 1)
    await oldest?.kill()
    kills += 1
    if (!hasCrashed && Date.now() > endMs - (SECONDS * 1000) / 2) {
      hasCrashed = true
      databaseAwayUntilMs = Number.POSITIVE_INFINITY
      server.crash()
      server.start()
      databaseAwayUntilMs = Date.now() + 3000
    }
    alive.push(await processes.start())
  }
  isOver = true
  await Promise.all(clients)
  isAllSaved = true
  await eventually(async () => {
    const done = Promise.all(listeners).then(() => true)
    return Promise.race([done, sleep(1000, false)])
  })

  // Each confirmed save is in the history once; the history is longer than the route returns.
  const store = await openStore({ kind: 'postgres', url: server.url })
  for (const keyId of keyIds) {
    const rows = await store.read(async (r) => {
      const projectId = (await projectBySlug(r, params.project))?.id ?? 0
      return history(r, { projectId, keyId, language: 'de', limit: 1_000_000 })
    })
    const counts = new Map<string, number>()
    for (const { forms } of rows) counts.set(forms.other ?? '', (counts.get(forms.other ?? '') ?? 0) + 1)
    for (const { text } of saved.filter((one) => one.keyId === keyId)) expect(counts.get(text), text).toBe(1)
  }
  await store.close()
  expect(resets).toBe(0)
  const missed = heard.map(
    (own) => saved.filter(({ keyId, version }) => !own.has(`${keyId} ${version}`)).length,
  )
  expect(missed).toEqual(heard.map(() => 0))

  // The file matches the catalog, with each key once.
  const path = join(locales, 'de/common.json')
  await eventually(async () => {
    const { rows: now } = await anyone().call(api.translations.page, {
      params,
      query: { language: 'de', limit: CLIENTS },
    })
    const file = new Map<string, unknown>(Object.entries(JSON.parse(await readFile(path, 'utf8'))))
    return now.every(({ key, target }) => file.get(key.name) === target.forms.other)
  })
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(CLIENTS + 3)
  expect((await anyone().call(api.files.conflicts, { params })).total).toBe(0)

  deliveredAfterMs.sort((a, b) => a - b)
  const p95 = deliveredAfterMs[Math.floor(deliveredAfterMs.length * 0.95)] ?? 0
  process.stdout.write(
    `${SECONDS} s: ${saved.length} saves, ${refused} refused, ${kills} kills, delivered everywhere ` +
      `p50 ${Math.round(deliveredAfterMs[deliveredAfterMs.length >> 1] ?? 0)} p95 ${Math.round(p95)} ` +
      `max ${Math.round(deliveredAfterMs.at(-1) ?? 0)} ms\n`,
  )
})

async function connectFolder(at: ServerProcess): Promise<string> {
  const locales = join(folder, 'shop')
  const keys = Array.from({ length: CLIENTS }, (_, index) => [`key${String(index).padStart(2, '0')}`, 'Text'])
  for (const language of ['en', 'de']) {
    await mkdir(join(locales, language), { recursive: true })
    const text = `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`
    await writeFile(join(locales, language, 'common.json'), text)
  }
  const { job } = await at.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales, deliverPublic: true },
  })
  await eventually(async () => {
    const { state } = await at.call(api.jobs.get, { params: { ...params, job: job?.id ?? 0 } })
    return state === 'done'
  })
  return locales
}

/** Returns the number of a client's save that a process delivers; 0 before the first. */
async function deliveredCount(at: ServerProcess, index: number): Promise<number> {
  const response = await fetch(`${at.origin}/d/shop/live/locales/de/common.json`)
  const texts: unknown = await response.json()
  return Number(/save (\d+)$/.exec(String(Object(texts)[`key${String(index).padStart(2, '0')}`]))?.[1] ?? 0)
}
