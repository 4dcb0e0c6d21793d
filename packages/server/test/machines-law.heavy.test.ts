import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Call, callRoute, Failure, type Route } from '@dragoman/contract'
import { history, openStore, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { freeTestPorts } from '../../../scripts/lib/test-ports.ts'
import { buildServeChild } from './build-serve-child.ts'
import { listen } from './listen.ts'
import { type Machine, machine } from './machines.ts'
import { hasNginx, startNginx } from './start-nginx.ts'
import { generator } from './sync-walk.ts'
import { DATABASES, eventually, PASSWORD, SETUP_CODE } from './test-server.ts'

/** By hand: `DRAGOMAN_MACHINES_SECONDS=120 npx vitest run packages/server/test/machines-law.heavy.test.ts`. */
const SECONDS = Number(process.env.DRAGOMAN_MACHINES_SECONDS ?? 16)
const KILL_EVERY_MS = 5000
const CLIENTS = 8
const READERS = 6
const WINDOWS = 3
const params = { project: 'shop' }
const FILE = '/d/shop/live/locales/de/app.json'

type Postgres = { url: string; start: () => void; crash: () => void; remove: () => void }
type Saved = { readonly keyId: number; readonly version: number; readonly text: string }

const below = generator(Number(process.env.DRAGOMAN_LAW_SEED ?? 1))
const runs = hasNginx && DATABASES.includes('postgres')
let postgres: Postgres | null = null
let folder = ''
let machines: Machine[] = []
let nginx: Awaited<ReturnType<typeof startNginx>> | null = null

beforeAll(async () => {
  if (!runs) return
  const program = await buildServeChild('machine-child')
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-machines-'))
  const [port = 0, ...ports] = await freeTestPorts(6)
  const env = {
    DRAGOMAN_DATA: join(folder, 'data'),
    DRAGOMAN_DATABASE_URL: postgres?.url ?? '',
    DRAGOMAN_BLOBS: join(folder, 'blobs'),
    DRAGOMAN_URL: `http://127.0.0.1:${port}`,
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
    DRAGOMAN_SETUP_CODE: SETUP_CODE,
    DRAGOMAN_CALLS_PER_ACCOUNT: '0',
  }
  machines = ports.map((own, index) =>
    machine({ program, kind: index < 3 ? 'start' : 'deliver', port: own, env }),
  )
  nginx = await startNginx({ port, servers: ports.slice(0, 3), deliveries: ports.slice(3) })
  const [first, ...others] = machines
  await first?.start()
  await Promise.all(others.map((one) => one.start()))
})
afterAll(async () => {
  await Promise.all(machines.map((one) => one.end('SIGKILL')))
  await nginx?.end()
  postgres?.remove()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

test('three servers and two deliveries behind nginx, kills and a crash of the database: every app gets responses, nothing is lost, everyone gets the events', {
  timeout: (SECONDS + 240) * 1000,
}, async ({ skip }) => {
  if (postgres === null || nginx === null) return skip()
  const { origin } = nginx
  const database = postgres
  let cookie = ''
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}${path}`, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const call = <P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B>) =>
    callRoute(request, route, parts)
  await call(api.session.setUp, { body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD } })
  await call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
  })
  await call(api.languages.add, { params, body: { tag: 'de' } })
  const keyIds: number[] = []
  for (let index = 0; index < CLIENTS; index++) {
    const body = { namespace: 'app', name: `key${index}`, plural: 'none' as const, forms: { other: 'Text' } }
    keyIds.push((await call(api.keys.create, { params, body })).key.id)
  }
  for (const { origin: own } of machines)
    await eventually(async () => {
      const response = await fetch(`${own}${FILE.replace('/de/', '/en/')}`)
      return response.status === 200 && Object.keys(Object(await response.json())).length === CLIENTS
    })

  let isOver = false
  let isAllSaved = false
  /** Only the servers serve pseudo texts. */
  let databaseAwayUntilMs = 0
  const saved: Saved[] = []
  let refused = 0
  const failed: string[] = []
  let asked = 0
  let askedOfServers = 0

  async function client(index: number): Promise<void> {
    const keyId = keyIds[index] ?? 0
    const at = { params: { ...params, key: keyId, language: 'de' } }
    for (let count = 1; !isOver; count++) {
      const text = `client ${index} save ${count}`
      try {
        const { target } = await call(api.translations.get, at)
        const { translation } = await call(api.translations.save, {
          ...at,
          body: { forms: { other: text }, baseVersion: target.version },
        })
        saved.push({ keyId, version: translation.version, text })
        void follow(index, count, performance.now())
      } catch (error) {
        // Killed, or the database is down: not acknowledged. A save that was done and sent again is refused.
        if (!(error instanceof Failure) || !['busy', 'stale-edit', 'unexpected-answer'].includes(error.code))
          failed.push(`save: ${error}`)
        refused += 1
      }
      await sleep(150)
    }
  }

  async function reader(index: number): Promise<void> {
    let tag = ''
    for (let count = 0; !isOver; count++) {
      const isPseudo = index === 0
      const path = isPseudo
        ? '/d/shop/pseudo/locales/de/app.json'
        : index % 2 === 0
          ? FILE
          : FILE.replace('/de/', '/en/')
      const isAway = Date.now() < databaseAwayUntilMs
      const headers: Record<string, string> = tag === '' ? {} : { 'if-none-match': tag }
      try {
        const response = await fetch(`${origin}${path}`, { headers })
        const body = await response.text()
        if (response.status === 200) {
          tag = count % 3 === 0 ? (response.headers.get('etag') ?? '') : ''
          const texts = Object.keys(JSON.parse(body))
          // What is not translated yet is left out.
          if (!path.includes('/live/locales/de/') && texts.length !== CLIENTS) throw new Error(body)
        } else if (response.status === 304) tag = ''
        else throw new Error(`${response.status} ${body}`)
        asked += 1
        if (isPseudo) askedOfServers += 1
      } catch (error) {
        if (!isPseudo || !(isAway || Date.now() < databaseAwayUntilMs)) failed.push(`${path}: ${error}`)
      }
      await sleep(10)
    }
  }

  /** An app that loads the file only when it is notified. */
  const apps: { readonly at: string; texts: Record<string, string>; loads: number }[] = []
  async function app(at: string): Promise<void> {
    const own = { at, texts: {} as Record<string, string>, loads: 0 }
    apps.push(own)
    while (!isAllSaved) {
      try {
        const response = await fetch(`${at}/d/shop/live/events`, { signal: over.signal })
        if (response.status !== 200 || response.body === null) throw new Error(`${response.status}`)
        let text = ''
        for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
          text += piece
          for (let cut = text.indexOf('\n\n'); cut >= 0; cut = text.indexOf('\n\n')) {
            const block = text.slice(0, cut)
            text = text.slice(cut + 2)
            if (!block.includes('event: ')) continue
            const loaded = await fetch(`${at}${FILE}`)
            if (loaded.status === 200) own.texts = Object(await loaded.json())
            own.loads += 1
          }
        }
      } catch {
        // Killed, or finished.
      }
      if (!isAllSaved) await sleep(100 + below(200))
    }
  }

  const shownAfterMs: number[] = []
  /** Measures how long until the apps behind nginx show this save or a later one. */
  async function follow(index: number, count: number, savedMs: number): Promise<void> {
    await Promise.all(
      apps
        .filter(({ at }) => at === origin)
        .map(async (own) => {
          while (Number(/save (\d+)$/.exec(own.texts[`key${index}`] ?? '')?.[1] ?? 0) < count) {
            if (isAllSaved) return
            await sleep(10)
          }
          shownAfterMs.push(performance.now() - savedMs)
        }),
    )
  }

  const heard = Array.from({ length: WINDOWS }, () => new Set<string>())
  let joined = 0
  let resets = 0
  async function window(own: Set<string>): Promise<void> {
    let lastSeen = ''
    const hasAll = () => isAllSaved && saved.every(({ keyId, version }) => own.has(`${keyId} ${version}`))
    while (!hasAll()) {
      const headers: Record<string, string> = lastSeen === '' ? {} : { 'last-event-id': lastSeen }
      const response = await request('/api/projects/shop/events', { headers }).catch(() => null)
      if (response?.status !== 200) {
        await sleep(100)
        continue
      }
      const current = listen(response)
      let seen = 0
      const take = () => {
        for (const { id, event } of current.events.slice(seen)) {
          seen += 1
          lastSeen = id
          if (event.type === 'joined') joined += 1
          if (event.type === 'reset') resets += 1
          if (event.type === 'changed')
            for (const { keyId, version } of event.translations ?? []) own.add(`${keyId} ${version}`)
        }
      }
      const isCut = current.ended.then(() => true)
      while (!hasAll() && !(await Promise.race([isCut, sleep(50, false)]))) take()
      take()
      await current.leave().catch(() => undefined)
    }
  }

  const over = new AbortController()
  const windows = heard.map(window)
  const following = [origin, origin, ...machines.map((one) => one.origin)].map(app)
  await eventually(async () => joined === WINDOWS && apps.every(({ loads }) => loads > 0))
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
  const readers = Array.from({ length: READERS }, (_, index) => reader(index))
  const endMs = Date.now() + SECONDS * 1000
  let kills = 0
  let hasCrashed = false
  // A slow machine takes longer for as much.
  const isEnough = () =>
    saved.length > CLIENTS * 3 && asked > SECONDS * 20 && askedOfServers > SECONDS && hasCrashed
  while (Date.now() < endMs || !isEnough()) {
    const leftMs = endMs - Date.now()
    await sleep(leftMs > 0 ? Math.min(KILL_EVERY_MS, leftMs) : KILL_EVERY_MS)
    // Each in turn, a delivery first.
    const killed = machines[(kills + 3 + below(2)) % machines.length]
    await killed?.end('SIGKILL')
    kills += 1
    if (!hasCrashed && Date.now() > endMs - (SECONDS * 1000) / 2) {
      hasCrashed = true
      databaseAwayUntilMs = Number.POSITIVE_INFINITY
      database.crash()
      await sleep(500)
      database.start()
      databaseAwayUntilMs = Date.now() + 3000
    }
    await eventually(async () =>
      killed?.start().then(
        () => true,
        () => false,
      ),
    )
  }
  isOver = true
  await Promise.all([...clients, ...readers])

  // Nothing more is saved: the events sent so far have to be enough.
  const last = await eventually(async () => {
    const response = await fetch(`${machines[0]?.origin}${FILE}`)
    const texts = Object(await response.json())
    return (
      saved.every(({ keyId, text }) => countOf(texts[`key${keyIds.indexOf(keyId)}`]) >= countOf(text)) &&
      texts
    )
  })
  await eventually(async () =>
    apps.every(({ texts }) => JSON.stringify(texts) === JSON.stringify(last)),
  ).catch(() => expect(apps.map(({ at, texts }) => [at, texts])).toEqual(apps.map(({ at }) => [at, last])))
  isAllSaved = true
  over.abort()
  await Promise.all(following)
  await eventually(async () => Promise.race([Promise.all(windows).then(() => true), sleep(500, false)]))

  expect(failed, await nginx.errors()).toEqual([])
  // Each confirmed save is in the history once.
  const store = await openStore({ kind: 'postgres', url: database.url })
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
  shownAfterMs.sort((a, b) => a - b)
  const shown = (part: number) => Math.round(shownAfterMs[Math.floor(shownAfterMs.length * part)] ?? 0)
  process.stdout.write(
    `${SECONDS} s: ${asked} loads without a failure, ${saved.length} saves, ${refused} refused, ${kills} kills, ` +
      `shown in apps p50 ${shown(0.5)} p95 ${shown(0.95)} max ${Math.round(shownAfterMs.at(-1) ?? 0)} ms\n`,
  )
})

function countOf(text: unknown): number {
  return Number(/save (\d+)$/.exec(String(text))?.[1] ?? 0)
}
