import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '@dragoman/core'
import {
  addChannel,
  type ChangeSet,
  catalogTexts,
  type ProjectRow,
  type Reader,
  type Store,
  unitsOfFile,
} from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../../store/test/generator.ts'
import { LAW_MINUTES, lawSeeds } from '../../store/test/law-minutes.ts'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { RandomClients } from '../../store/test/random-clients.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { readNumbered } from '../src/events/read-numbered.ts'
import { buildFile } from '../src/publish/build-bundle.ts'
import { openCatalogTexts, type ReadTexts } from '../src/publish/catalog-texts.ts'
import { openReleaseTexts } from '../src/publish/release-texts.ts'
import { writeServedFile } from '../src/publish/write-served-file.ts'

const STEPS = 60
const LANGUAGES = ['en', 'de', 'pl', 'fr']
const NAMESPACES = ['space0', 'space1']

/** Reads everything from the database, without cached texts. */
const fromNothing: ReadTexts = (r, place) => catalogTexts(r, place)

/** What channels can hold back or fill. */
const CHANNELS: readonly Partial<ChannelSettings>[] = [
  {},
  { fallback: true },
  { texts: 'reviewed' },
  { holdsErrors: true, fallback: true },
]

/** Reports every change of content. Returns a function that stops it. */
function followContent(store: Store, listener: (changeSet: ChangeSet) => void): () => void {
  return store.onCommit((rows) => {
    for (const event of rows.map(readNumbered)) {
      if (event?.kind === 'content.changed' && event.projectId !== null)
        listener({ ...event.payload, projectId: event.projectId })
    }
  })
}

onBoth('delivered texts that are kept in memory', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('are, after any changes, byte for byte those that are built from nothing', {
    timeout: (LAW_MINUTES + 4) * 60_000,
  }, async () => {
    const { store } = database
    let compared = 0
    let walks = 0
    for (const seed of lawSeeds([1, 2, 3])) {
      const project = await sampleProject(store, ['de', 'pl'], `law-${seed}`)
      const random = generator(seed)
      const clients = new RandomClients(store, project, random)
      const kept = openCatalogTexts({ textsAtMost: 60 })
      const stop = followContent(store, kept.changed)
      const bundle = (r: Reader, catalog: ReadTexts, language: string, namespace: string, channel: string) =>
        buildFile(r, {
          address: { project: project.slug, channel, language, namespace, extension: '.json', isNext: false },
          canRead: () => true,
          sources: { catalog, releases: openReleaseTexts() },
          write: async (file) => writeServedFile(file),
        })
      for (const [index, settings] of CHANNELS.entries())
        await store.write((w) =>
          addChannel(w, {
            projectId: project.id,
            name: `channel-${index}`,
            kind: 'catalog',
            settings: { ...DEFAULT_CHANNEL_SETTINGS, ...settings },
            at: '2026-11-23T00:00:00.000Z',
          }),
        )
      for (let step = 0; step < STEPS; step++) {
        const language = LANGUAGES[random(LANGUAGES.length)] ?? 'en'
        const namespace = NAMESPACES[random(NAMESPACES.length)] ?? 'space0'
        const channel = `channel-${random(CHANNELS.length)}`
        // One request while the change is written, and two concurrent ones afterwards.
        const meanwhile = store.read((r) => bundle(r, kept.of, language, namespace, channel))
        await clients.step()
        await meanwhile
        const [one, two, expected] = await Promise.all([
          store.read((r) => bundle(r, kept.of, language, namespace, channel)),
          store.read((r) => bundle(r, kept.of, language, namespace, channel)),
          store.read((r) => bundle(r, fromNothing, language, namespace, channel)),
        ])
        const where = `seed ${seed}, step ${step}, ${language} ${namespace} ${channel}`
        expect(one, where).toEqual(expected)
        expect(two, where).toEqual(expected)
        compared += expected === null ? 0 : 1
      }
      stop()
      walks += 1
    }
    expect(compared).toBeGreaterThan((walks * STEPS) / 3)
  })

  test('are read from the database once, and afterwards only what a save changed', async () => {
    const { store } = database
    const project: ProjectRow = await sampleProject(store, ['de'], 'kept')
    await applied(
      store,
      project.id,
      Array.from({ length: 30 }, (_, key) => newKey('app', `key${key}`, { en: `Text ${key}` })),
    )
    const place = { projectId: project.id, language: 'en', namespace: 'app' }
    const kept = openCatalogTexts()
    const stop = followContent(store, kept.changed)
    const first = await store.read((r) => kept.of(r, place))
    const untouched = first[4]
    const keys = await store.read((r) => unitsOfFile(r, project.id, 'en', 'app'))
    await applied(store, project.id, [
      { kind: 'translate', keyId: keys[7]?.keyId ?? 0, language: 'en', forms: { other: 'Changed' } },
    ])
    const second = await store.read((r) => kept.of(r, place))
    expect(second[7]?.forms).toEqual({ other: 'Changed' })
    // The very same object: it was not read again.
    expect(second[4]).toBe(untouched)
    stop()
  })
})
