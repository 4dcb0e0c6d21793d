import type { IncomingMessage } from 'node:http'
import { updateProject } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { openFileFinder } from '../src/delivery/find-files.ts'
import { keepBundles } from '../src/delivery/kept-bundles.ts'
import { isPubliclyDelivered } from '../src/publish/delivery-mode.ts'
import { openPublisher } from '../src/publish/open-publisher.ts'
import { writeServedFile } from '../src/publish/write-served-file.ts'

const UNKNOWN = {
  languages: ['aa', 'ab', 'ae', 'af', 'ak', 'am', 'an', 'as', 'av', 'ay'],
  namespaces: Array.from({ length: 10 }, (_, number) => `n${number}`),
}

onBoth('several files in one request', (open) => {
  let database: TestDatabase
  let projectId: number
  beforeEach(async () => {
    database = await open()
    projectId = (await sampleProject(database.store, ['de', 'pl'], 'shop')).id
    const forms = { en: 'Shop', de: 'Laden', pl: 'Sklep' }
    await applied(database.store, projectId, [newKey('app', 'title', forms)])
  })
  afterEach(() => database.remove())

  const setPublic = (deliverPublic: boolean) =>
    database.store.write((w) => updateProject(w, projectId, { settings: { deliverPublic } }))

  /** Requests files as one, from a new process; counts how often the database and the caller's rights are read. */
  async function load(
    project: string,
    {
      languages,
      namespaces,
    }: { readonly languages: readonly string[]; readonly namespaces: readonly string[] },
    canRead = true,
  ) {
    const { store } = database
    const counts = { reads: 0, checks: 0 }
    const publisher = openPublisher({
      store: {
        ...store,
        read(job) {
          counts.reads += 1
          return store.read(job)
        },
      },
      isPublic: (row, channel) => isPubliclyDelivered('per-project', row, channel),
      write: async (file) => writeServedFile(file),
    })
    const finder = openFileFinder({
      publisher,
      kept: keepBundles({ publisher, log: () => undefined, cacheBytes: 1_000_000 }),
      noteServed: () => undefined,
      async readableBy() {
        counts.checks += 1
        return { canRead: () => canRead, by: 'token' }
      },
    })
    const path = `/d/${project}/live/locales/${languages.join('+')}/${namespaces.join('+')}.json`
    // Only `readableBy` looks at the request.
    const found = await finder.severalAsOne({} as IncomingMessage, path, {
      several: { languages, namespaces },
      reader: '',
    })
    return { body: found?.bundle.plain.body.toString() ?? null, ...counts }
  }

  test('of a project that does not exist read the database three times', async () => {
    expect(await load('nothing', UNKNOWN)).toEqual({ body: null, reads: 3, checks: 0 })
  })

  test('that do not exist read the database three times', async () => {
    await setPublic(true)
    expect(await load('shop', UNKNOWN)).toEqual({ body: null, reads: 3, checks: 0 })
  })

  test('are those of the known languages and namespaces', async () => {
    await setPublic(true)
    const languages = [...UNKNOWN.languages.slice(0, 5), 'de', 'pl_PL', 'PL']
    const namespaces = [...UNKNOWN.namespaces, 'app']
    const body = '{"de":{"app":{"title":"Laden"}},"pl_PL":{"app":{}},"PL":{"app":{"title":"Sklep"}}}'
    expect(await load('shop', { languages, namespaces })).toEqual({ body, reads: 9, checks: 0 })
  })

  test('that need a token read it once', async () => {
    await setPublic(false)
    const namespaces = [...UNKNOWN.namespaces.slice(0, 3), 'app']
    const body = '{"de":{"app":{"title":"Laden"}},"pl":{"app":{"title":"Sklep"}}}'
    const wanted = { languages: ['de', 'pl'], namespaces }
    expect(await load('shop', wanted)).toEqual({ body, reads: 10, checks: 1 })
    expect(await load('shop', wanted, false)).toEqual({ body: null, reads: 3, checks: 1 })
    expect(await load('shop', UNKNOWN)).toEqual({ body: null, reads: 6, checks: 1 })
  })
})
