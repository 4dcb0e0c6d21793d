import { createServer } from 'node:http'
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@dragoman/core'
import {
  addChannel,
  channelByName,
  DatabaseUnavailableError,
  deleteProject,
  eventsAfter,
  newestEvent,
  type ProjectRow,
  removeChannel,
  removeLanguage,
  type Store,
  updateChannel,
  updateProject,
} from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../store/test/sample.ts'
import { type Delivery, openDelivery } from '../src/delivery/delivery.ts'
import { readNumbered } from '../src/events/read-numbered.ts'
import { listen, originOf } from '../src/http/listen.ts'
import type { Log } from '../src/log.ts'
import { isPubliclyDelivered } from '../src/publish/delivery-mode.ts'
import { openPublisher, type Publisher, type ReadableBy } from '../src/publish/open-publisher.ts'
import type { ServedFileWriter } from '../src/publish/served-file-writer.ts'
import { writeServedFile } from '../src/publish/write-served-file.ts'

const FILE = '/d/shop/live/locales/de/app.json'
const OTHER_FILE = '/d/shop/live/locales/pl/app.json'
const BETA_FILE = '/d/shop/beta/locales/de/app.json'

/** What an answer has if the file is up to date, and if it is not. */
const CACHED = 'public, max-age=60, stale-if-error=86400'
const ASKED_EACH_TIME = 'public, max-age=0, stale-if-error=86400'

onBoth('files in memory while texts change and the database fails', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let position: Awaited<ReturnType<typeof newestEvent>>
  let publisher: Publisher
  let delivery: Delivery
  let origin: string
  let close: () => void
  let reading: 'works' | 'fails' | 'hangs'
  let writes: ServedFileWriter
  let logged: Parameters<Log>[0][]
  let canRead: boolean

  /** Reads fail or hang as set below; everything else is the real store. */
  function failingReads(store: Store): Store {
    return {
      ...store,
      read: async (job) => {
        if (reading === 'fails') throw new DatabaseUnavailableError({ cause: 'away' })
        if (reading === 'hangs') return new Promise<never>(() => undefined)
        return store.read(job)
      },
    }
  }

  beforeEach(async () => {
    database = await open()
    reading = 'works'
    canRead = true
    logged = []
    writes = async (file) => writeServedFile(file)
    project = await sampleProject(database.store, ['de', 'pl'], 'shop')
    await setPublic(true)
    await applied(database.store, project.id, [newKey('app', 'title', { en: 'Shop', de: 'eins', pl: 'raz' })])
    await setChannel({ cacheSeconds: 60 })
    position = await database.store.read(newestEvent)
    await start()
  })
  afterEach(async () => {
    close()
    await database.remove()
  })

  async function start(options: { cacheBytes?: number; patienceMs?: number } = {}): Promise<void> {
    publisher = openPublisher({
      store: failingReads(database.store),
      isPublic: (row, channel) => isPubliclyDelivered('per-project', row, channel),
      write: (file) => writes(file),
    })
    const readableBy: ReadableBy = async () => ({ canRead: () => canRead, by: 'token' })
    delivery = openDelivery({
      publisher,
      log: (entry) => void logged.push(entry),
      readableBy,
      events: { handle: async (_request, response) => void response.end() },
      ...options,
    })
    const server = createServer(delivery.handle)
    origin = originOf('127.0.0.1', await listen(server, { port: 0, host: '127.0.0.1' }))
    close = () => {
      server.close()
      server.closeAllConnections()
    }
  }
  async function restart(options: Parameters<typeof start>[0]): Promise<void> {
    close()
    await start(options)
  }

  async function get(path = FILE) {
    const response = await fetch(`${origin}${path}`)
    const body: unknown = await response.json()
    return {
      status: response.status,
      title: Object(body).title,
      cacheControl: response.headers.get('cache-control'),
    }
  }

  const setPublic = (deliverPublic: boolean) =>
    database.store.write((w) => updateProject(w, project.id, { settings: { deliverPublic } }))
  const setChannel = (settings: Partial<ChannelSettings>) =>
    database.store.write(async (w) => {
      const channel = await channelByName(w, project.id, 'live')
      if (channel === null) throw new Error('No channel')
      await updateChannel(w, channel, { settings: { ...channel.settings, ...settings }, at: AT })
    })
  const addBeta = () =>
    database.store.write((w) =>
      addChannel(w, {
        projectId: project.id,
        name: 'beta',
        kind: 'catalog',
        settings: DEFAULT_CHANNEL_SETTINGS,
        at: AT,
      }),
    )
  const removeBeta = () =>
    database.store.write(async (w) => {
      const channel = await channelByName(w, project.id, 'beta')
      const id = channel?.id ?? null
      if (channel === null || id === null) throw new Error('No channel')
      await removeChannel(w, { ...channel, id }, AT)
    })

  async function save(text: string): Promise<void> {
    const key = await database.store.read(async ({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', project.id).executeTakeFirstOrThrow(),
    )
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: key.id, language: 'de', forms: { other: text } },
    ])
  }

  /** Passes on all events that were written, as the dispatcher does. */
  async function dispatchEvents(): Promise<number> {
    const rows = (await database.store.read((r) => eventsAfter(r, position, 500))) ?? []
    for (const row of rows) {
      position = row
      const event = readNumbered(row)
      if (event !== null) publisher.onEvent(event)
    }
    return rows.length
  }

  /** Stops the next build when its file is written. */
  function stopNextBuild(): { readonly isThere: Promise<void>; readonly proceed: () => void } {
    let proceed = () => {}
    let arrive = () => {}
    const isThere = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const mayGoOn = new Promise<void>((resolve) => {
      proceed = resolve
    })
    writes = async (file) => {
      writes = async (next) => writeServedFile(next)
      const written = writeServedFile(file)
      arrive()
      await mayGoOn
      return written
    }
    return { isThere, proceed: () => proceed() }
  }

  test('an event that a file contains does not outdate it, whether of a text or of a setting', async () => {
    await save('zwei')
    await setPublic(true)
    expect(await get()).toMatchObject({ status: 200, title: 'zwei', cacheControl: CACHED })
    const { builds } = delivery.figures()
    expect(await dispatchEvents()).toBeGreaterThan(1)
    reading = 'fails'
    expect(await get()).toMatchObject({ status: 200, title: 'zwei', cacheControl: CACHED })
    expect(delivery.figures()).toMatchObject({ builds, outdated: 0 })
  })

  test('a file built from older texts in memory is outdated by the event of newer ones', async () => {
    await get()
    await save('zwei')
    // Another channel's file of the same texts, which are in memory.
    await addBeta()
    expect((await get(BETA_FILE)).title).toBe('eins')
    await dispatchEvents()
    expect((await get(BETA_FILE)).title).toBe('zwei')
    expect((await get()).title).toBe('zwei')
  })

  test('a file whose event arrives while it is built is served while the database is away', async () => {
    const build = stopNextBuild()
    const first = get()
    await build.isThere
    await save('zwei')
    await dispatchEvents()
    build.proceed()
    expect((await first).title).toBe('eins')
    reading = 'fails'
    expect(await get()).toMatchObject({ status: 200, title: 'eins', cacheControl: ASKED_EACH_TIME })
    reading = 'works'
    expect(await get()).toMatchObject({ status: 200, title: 'zwei', cacheControl: CACHED })
  })

  test('an outdated file is served until the database answers, and never afterwards', async () => {
    await get()
    await save('zwei')
    await dispatchEvents()
    for (let outage = 1; outage <= 3; outage++) {
      reading = 'fails'
      expect(await get()).toMatchObject({ status: 200, cacheControl: ASKED_EACH_TIME })
      expect(await get()).toMatchObject({ status: 200, cacheControl: ASKED_EACH_TIME })
      expect(delivery.figures()).toMatchObject({ outdated: 2 * outage, bundles: 1 })
      reading = 'works'
      expect(await get()).toMatchObject({ status: 200, cacheControl: CACHED })
      await save(`text ${outage}`)
      await dispatchEvents()
    }
    // One line for each outage.
    expect(logged.map(({ event }) => event)).toEqual(['delivery-stale', 'delivery-stale', 'delivery-stale'])
    expect((await get()).title).toBe('text 3')
  })

  test('an outdated file is served while building fails, with its own tag and 304', async () => {
    const before = await fetch(`${origin}${FILE}`)
    await before.arrayBuffer()
    await save('zwei')
    await dispatchEvents()
    writes = async () => {
      throw new Error('cannot be written')
    }
    const etag = before.headers.get('etag') ?? ''
    const again = await fetch(`${origin}${FILE}`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
      304,
      etag,
      ASKED_EACH_TIME,
    ])
    // The failure of one file says nothing about another.
    writes = async (file) => {
      if (file.language === 'de') throw new Error('cannot be written')
      return writeServedFile(file)
    }
    expect(await get(OTHER_FILE)).toMatchObject({ title: 'raz', cacheControl: CACHED })
    expect(await get()).toMatchObject({ title: 'eins', cacheControl: ASKED_EACH_TIME })
  })

  test('an outdated file is served when the database hangs', async () => {
    await restart({ patienceMs: 1 })
    // Without an older file, a build can take as long as it needs.
    expect((await get()).title).toBe('eins')
    await save('zwei')
    await dispatchEvents()
    reading = 'hangs'
    expect(await get()).toMatchObject({ status: 200, title: 'eins', cacheControl: ASKED_EACH_TIME })
    expect(await get()).toMatchObject({ status: 200, title: 'eins', cacheControl: ASKED_EACH_TIME })
  })

  test('the empty file of a variant of a language is served while the database is away', async () => {
    const variant = '/d/shop/live/locales/de-AT/app.json'
    await get(variant)
    await save('zwei')
    await dispatchEvents()
    reading = 'fails'
    expect(await get(variant)).toEqual({ status: 200, title: undefined, cacheControl: CACHED })
    expect((await get('/d/shop/live/locales/de-CH/app.json')).status).toBe(503)
    expect(delivery.figures()).toMatchObject({ builds: 2, bundles: 1 })
  })

  test('several files in one answer are marked as outdated if one of them is', async () => {
    const both = '/d/shop/live/locales/de+pl/app.json'
    await get(FILE)
    await get(OTHER_FILE)
    expect((await get(both)).cacheControl).toBe(CACHED)
    await save('zwei')
    await dispatchEvents()
    reading = 'fails'
    expect(await get(both)).toMatchObject({ status: 200, cacheControl: ASKED_EACH_TIME })
    expect((await get(OTHER_FILE)).cacheControl).toBe(CACHED)
  })

  test.each<[string, string, () => Promise<unknown>]>([
    ['a project that became private', FILE, () => setPublic(false)],
    ['a deleted project', FILE, () => database.store.write((w) => deleteProject(w, project.id))],
    [
      'a renamed project',
      FILE,
      () => database.store.write((w) => updateProject(w, project.id, { slug: 'store' })),
    ],
    ['a channel that became private', FILE, () => setChannel({ isPublic: false })],
    ['a removed channel', BETA_FILE, () => removeBeta()],
    [
      'a removed language',
      FILE,
      () =>
        database.store.write((w) =>
          removeLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at: AT }),
        ),
    ],
  ])(
    'once the server knows of %s, its files are not served, even while the database is away',
    async (_, path, revoke) => {
      await addBeta()
      await dispatchEvents()
      expect((await get(path)).status).toBe(200)
      // Outdated first: what is kept for outages is dropped too.
      await save('zwei')
      await dispatchEvents()
      await revoke()
      await dispatchEvents()
      reading = 'fails'
      expect((await get(path)).status).toBe(503)
      expect(delivery.figures().bundles).toBe(0)
      reading = 'works'
      canRead = false
      expect((await get(path)).status).toBe(404)
    },
  )

  test('a file whose project becomes private while it is built is neither answered nor kept', async () => {
    canRead = false
    const build = stopNextBuild()
    const asked = get()
    await build.isThere
    await setPublic(false)
    await dispatchEvents()
    build.proceed()
    expect((await asked).status).toBe(404)
    reading = 'fails'
    expect((await get()).status).toBe(503)
  })

  test('a file that turns out to be private takes the other files of its channel with it', async () => {
    await get(FILE)
    await get(OTHER_FILE)
    await save('zwei')
    await dispatchEvents()
    // Another process did this; its event has not arrived.
    await setPublic(false)
    canRead = false
    expect((await get(FILE)).status).toBe(404)
    reading = 'fails'
    expect((await get(OTHER_FILE)).status).toBe(503)
  })

  test('a private file is served to a reader only after a check, which needs the database', async () => {
    await setPublic(false)
    await dispatchEvents()
    expect(await get()).toMatchObject({ status: 200, title: 'eins', cacheControl: 'private, no-cache' })
    canRead = false
    expect((await get()).status).toBe(404)
    canRead = true
    expect((await get()).status).toBe(200)
    reading = 'fails'
    expect((await get()).status).toBe(503)
  })

  test('events of one project do not keep files of another from being kept', async () => {
    const other = await sampleProject(database.store, ['de'], 'other')
    await dispatchEvents()
    const build = stopNextBuild()
    const asked = get()
    await build.isThere
    await applied(database.store, other.id, [newKey('app', 'title', { en: 'Other' })])
    await dispatchEvents()
    build.proceed()
    expect((await asked).status).toBe(200)
    reading = 'fails'
    expect(await get()).toMatchObject({ status: 200, title: 'eins', cacheControl: CACHED })
  })

  test('an older build that ends after a newer one is not kept', async () => {
    const older = stopNextBuild()
    const first = get()
    await older.isThere
    await save('zwei')
    await dispatchEvents()
    expect((await get()).title).toBe('zwei')
    older.proceed()
    expect((await first).title).toBe('eins')
    reading = 'fails'
    expect(await get()).toMatchObject({ status: 200, title: 'zwei', cacheControl: CACHED })
  })

  test('after a gap in the events nothing counts as contained', async () => {
    expect((await get()).title).toBe('eins')
    publisher.onGap(null)
    // The number of an event from another past.
    publisher.onEvent({
      kind: 'project.changed',
      projectId: project.id,
      actorId: null,
      payload: {},
      position: { number: 1, mark: 'restored' },
      at: AT,
    } as Parameters<Publisher['onEvent']>[0])
    reading = 'fails'
    expect((await get()).status).toBe(503)
  })

  test('outdated files count for the memory that files can take', async () => {
    const { bytes } = await get().then(() => delivery.figures())
    await restart({ cacheBytes: bytes + 1 })
    await get(FILE)
    await save('zwei')
    await dispatchEvents()
    await get(OTHER_FILE)
    expect(delivery.figures().bundles).toBe(1)
    expect(delivery.figures().bytes).toBeLessThanOrEqual(bytes + 1)
    reading = 'fails'
    expect((await get(FILE)).status).toBe(503)
    expect((await get(OTHER_FILE)).status).toBe(200)
  })
  test('invented variants of languages displace only each other', async () => {
    // Sixteen kilobytes for variants, each of which counts as three at least.
    await restart({ cacheBytes: 256 * 1024 })
    await get(FILE)
    for (let made = 0; made < 20; made++)
      expect((await get(`/d/shop/live/locales/de-x-made${made}/app.json`)).status).toBe(200)
    expect(delivery.figures().bundles).toBe(6)
    reading = 'fails'
    expect((await get(FILE)).status).toBe(200)
    expect((await get('/d/shop/live/locales/de-x-made0/app.json')).status).toBe(503)
    expect((await get('/d/shop/live/locales/de-x-made19/app.json')).status).toBe(200)
  })

  test('a file is in memory once, however its path is spelled', async () => {
    // Room for five files, each of which counts as three kilobytes at least.
    await restart({ cacheBytes: 16 * 1024 })
    await get(OTHER_FILE)
    await get(FILE)
    const languages = ['de', 'De', 'dE', 'DE', '%64e', 'd%65']
    const namespaces = ['app', '%61pp', 'a%70p', 'ap%70']
    const spellings = languages.flatMap((language) =>
      namespaces.map((namespace) => `/d/shop/live/locales/${language}/${namespace}.json`),
    )
    for (const path of spellings)
      expect(await get(path)).toMatchObject({ status: 200, title: 'eins', cacheControl: CACHED })
    expect(delivery.figures()).toMatchObject({ builds: 2, bundles: 2 })
    reading = 'fails'
    expect((await get(OTHER_FILE)).status).toBe(200)
    for (const path of spellings) expect((await get(path)).status).toBe(200)
  })
})
