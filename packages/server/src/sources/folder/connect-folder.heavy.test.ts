import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { api, type Job } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentHash } from '../../../test/content-hash.ts'
import { type JobHold, openJobHold } from '../../../test/hold-jobs.ts'
import { endOfJob } from '../../../test/import-client.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../../test/test-server.ts'

const project = 'shop'
const params = { project }
const LANGUAGES = ['en', 'de', 'fr']
/** Keys of each namespace: of the second, more than the job writes in one step. */
const KEYS = [20, 40, 20]
const ALL_KEYS = 80
/** The files of a namespace fill a batch of their own. */
const TEXT_LENGTH = 3000
const FILES = LANGUAGES.length * KEYS.length
const TEXTS = LANGUAGES.length * ALL_KEYS

describe.each(DATABASES)('a folder that is connected · %s', (database) => {
  let server: TestServer
  let folder: string
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    folder = join(server.folder, 'locales')
    for (const [path, text] of Object.entries(manyFiles())) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
  })
  afterEach(() => server.close())

  const connect = async () => (await server.call(api.sources.create, { params, body: { folder } })).job
  const jobOf = ({ id }: Job) => server.call(api.jobs.get, { params: { ...params, job: id } })
  /** Connects the folder, and returns the job when it is held in the second namespace. */
  async function connectAndHold(): Promise<Job> {
    const held = hold.at('connect-folder', LANGUAGES.length + 1)
    const job = await connect()
    await held
    return job
  }
  const sourcesNow = async () => (await server.call(api.sources.list, { params })).sources
  const operations = async () =>
    (await server.call(api.operations.list, { params, query: { limit: 100 } })).operations
  const hash = () => contentHash(server, project)
  const counts = async () => {
    const { languages, keys } = await server.call(api.projects.overview, { params })
    return {
      keys,
      translated: Object.fromEntries(languages.map(({ tag, counts: of }) => [tag, of.translated])),
    }
  }
  const ALL = {
    keys: ALL_KEYS,
    translated: Object.fromEntries(LANGUAGES.map((tag) => [tag, ALL_KEYS])),
  }
  async function onDisk(): Promise<Readonly<Record<string, string>>> {
    const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.json'))
    return Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')])),
    )
  }

  test('is answered immediately, read by a job with progress, as one operation, and watched afterwards', async () => {
    const held = hold.at('connect-folder', LANGUAGES.length + 1)
    const started = await connect()
    expect(started).toMatchObject({
      kind: 'connect-folder',
      unit: 'files',
      done: 0,
      startedBy: { id: 'user:1', name: 'Ann' },
    })
    expect(['waiting', 'running']).toContain(started.state)
    await held
    expect((await counts()).keys).toBeLessThan(ALL.keys)
    const halfway = await eventually(async () => {
      const job = await jobOf(started)
      return job.done > LANGUAGES.length ? job : null
    })
    expect(halfway).toMatchObject({ state: 'running', total: FILES })
    expect(halfway.detail).toMatch(/^(en|de|fr)\/ns1\.json$/)
    expect((await server.call(api.jobs.list, { params })).jobs.map(({ id }) => id)).toEqual([started.id])
    hold.letGo()
    const job = await endOfJob(server, project, started.id)
    expect(job).toMatchObject({
      state: 'done',
      done: FILES,
      total: FILES,
      problem: null,
      result: { files: FILES, keysAdded: ALL.keys, translations: TEXTS, languagesAdded: ['de', 'fr'] },
    })
    expect(await counts()).toEqual(ALL)
    expect(await operations()).toMatchObject([
      {
        id: job.operationId,
        kind: 'import',
        actor: { id: expect.stringMatching(/^sync:[1-9]/), name: 'locales' },
        summary: { keysAdded: ALL.keys, translations: TEXTS, origin: folder },
      },
    ])
    await writeFile(join(folder, 'de/ns0.json'), manyFiles({ 'de/ns0 key7': 'Anders' })['de/ns0.json'] ?? '')
    await eventually(async () => {
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language: 'de', q: 'Anders', limit: 10 },
      })
      return rows.length === 1
    })
  })

  test('continues after a restart and does nothing twice', async () => {
    const started = await connectAndHold()
    server = await server.restart()
    const job = await endOfJob(server, project, started.id)
    expect(job).toMatchObject({
      state: 'done',
      done: FILES,
      total: FILES,
      result: { files: FILES, keysAdded: ALL.keys, translations: TEXTS, languagesAdded: ['de', 'fr'] },
    })
    expect(await counts()).toEqual(ALL)
    expect(await operations()).toMatchObject([
      { id: job.operationId, summary: { keysAdded: ALL.keys, translations: TEXTS } },
    ])
    expect(await onDisk()).toEqual(manyFiles())
    expect(await sourcesNow()).toMatchObject([{ watching: true }])
  })

  test('accepts what is saved while its namespace is read, continues after a restart, and has no conflict', async () => {
    const started = await connectAndHold()
    const query = { language: 'de', q: 'ns:ns1 key:key0', limit: 1 }
    const [row] = (await server.call(api.translations.page, { params, query })).rows
    await server.call(api.translations.save, {
      params: { ...params, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: 'Von Hand' }, baseVersion: row?.target.version ?? 0 },
    })
    server = await server.restart()
    expect(await endOfJob(server, project, started.id)).toMatchObject({ state: 'done' })
    await eventually(
      async () => JSON.parse(await readFile(join(folder, 'de/ns1.json'), 'utf8')).key0 === 'Von Hand',
    )
    expect(
      (await server.call(api.files.list, { params })).files.filter(({ conflicts }) => conflicts > 0),
    ).toEqual([])
    expect(await counts()).toEqual(ALL)
  })

  test('does not bring back a key that is removed while its namespace is read', async () => {
    const started = await connectAndHold()
    const query = { language: 'de', q: 'ns:ns1 key:key0', limit: 1 }
    const [row] = (await server.call(api.translations.page, { params, query })).rows
    await server.call(api.keys.bulk, {
      params,
      body: { keys: [row?.key.id ?? 0], act: { kind: 'remove' } },
    })
    hold.letGo()
    expect(await endOfJob(server, project, started.id)).toMatchObject({ state: 'done' })
    expect((await server.call(api.translations.page, { params, query })).rows).toEqual([])
    expect((await counts()).keys).toBe(ALL.keys - 1)
    for (const language of LANGUAGES)
      await eventually(
        async () => !('key0' in JSON.parse(await readFile(join(folder, `${language}/ns1.json`), 'utf8'))),
      )
  })

  test('that is cancelled leaves project and folder as they were, and can be connected again', async () => {
    const [before, started] = [await hash(), await connectAndHold()]
    await server.call(api.jobs.cancel, { params: { ...params, job: started.id }, body: { keep: false } })
    hold.letGo()
    expect(await endOfJob(server, project, started.id)).toMatchObject({ state: 'cancelled', result: null })
    expect(await hash()).toBe(before)
    expect(await sourcesNow()).toEqual([])
    expect(await onDisk()).toEqual(manyFiles())
    await endOfJob(server, project, (await connect()).id)
    expect(await counts()).toEqual(ALL)
  })

  test('that is disconnected while it is read keeps what was read, which one undo takes back', async () => {
    const [before, started] = [await hash(), await connectAndHold()]
    const [source] = await sourcesNow()
    expect(
      await server.fail(api.sources.sync, { params: { ...params, source: (source?.id ?? 0) + 1 } }),
    ).toMatchObject({
      code: 'not-found',
    })
    const removing = server.call(api.sources.remove, { params: { ...params, source: source?.id ?? 0 } })
    await eventually(async () => (await jobOf(started)).cancelRequested)
    hold.letGo()
    await removing
    const job = await jobOf(started)
    expect(job).toMatchObject({ state: 'cancelled' })
    const { keys } = await counts()
    expect(keys).toBeGreaterThan(0)
    expect(keys).toBeLessThan(ALL.keys)
    expect(job.result?.keysAdded).toBe(keys)
    await server.call(api.operations.undo, {
      params: { ...params, operation: job.operationId ?? 0 },
      body: { keepNewer: false },
    })
    expect(await hash()).toBe(before)
    expect(await onDisk()).toEqual(manyFiles())
  })

  test('that is disconnected while it waits for others leaves the project as it was', async () => {
    for (const slug of ['one', 'other']) {
      const own = join(server.folder, slug)
      await mkdir(join(own, 'en'), { recursive: true })
      await writeFile(join(own, 'en/ns1.json'), '{ "own": "Own" }')
      const held = hold.at('connect-folder')
      const body = { slug, name: slug, sourceLanguage: 'en', folder: own }
      await server.call(api.projects.create, { body })
      await held
    }
    const [before, started] = [await hash(), await connect()]
    const [source] = await sourcesNow()
    await server.call(api.sources.remove, { params: { ...params, source: source?.id ?? 0 } })
    expect(await jobOf(started)).toMatchObject({ state: 'cancelled', operationId: null })
    expect(await hash()).toBe(before)
    expect(await operations()).toEqual([])
    expect(await sourcesNow()).toEqual([])
    expect(await onDisk()).toEqual(manyFiles())
  })

  test('and has gone when the job continues is reported, nothing of it stays, and it is run again once the folder is back', async () => {
    const [before, started] = [await hash(), await connectAndHold()]
    server = await server.restart(() => rename(folder, `${folder}-away`))
    expect(await endOfJob(server, project, started.id)).toMatchObject({
      state: 'failed',
      problem: { code: 'source-unreachable', params: { folder: basename(folder) } },
      result: null,
    })
    expect(await hash()).toBe(before)
    expect(await sourcesNow()).toEqual([])

    const again = { params: { ...params, job: started.id } }
    await server.call(api.jobs.rerun, again)
    expect(await endOfJob(server, project, started.id)).toMatchObject({ state: 'failed' })
    expect(await sourcesNow()).toEqual([])
    await rename(`${folder}-away`, folder)
    expect(await server.call(api.jobs.rerun, again)).toMatchObject({ state: 'waiting', problem: null })
    expect(await endOfJob(server, project, started.id)).toMatchObject({ state: 'done', problem: null })
    expect(await counts()).toEqual(ALL)
    expect(await sourcesNow()).toMatchObject([{ folder, watching: true }])
  })

  test('twice is refused, even while it is read for the first time', async () => {
    const started = await connectAndHold()
    expect(await server.fail(api.sources.create, { params, body: { folder } })).toMatchObject({
      code: 'already-exists',
    })
    const body = { slug: 'other', name: 'Other', sourceLanguage: 'en', folder }
    expect(await server.fail(api.projects.create, { body })).toMatchObject({ code: 'already-exists' })
    expect((await server.call(api.projects.list, {})).projects.map(({ slug }) => slug)).toEqual([project])
    hold.letGo()
    await endOfJob(server, project, started.id)
  })

  test('with a namespace that another folder of the project has is refused: each would get the keys of the other', async () => {
    await endOfJob(server, project, (await connect()).id)
    const second = join(server.folder, 'second')
    await mkdir(join(second, 'en'), { recursive: true })
    await writeFile(join(second, 'en/ns1.json'), '{ "own": "Own" }')
    await writeFile(join(second, 'en/free.json'), '{ "own": "Own" }')
    const body = { folder: second }
    expect(await server.fail(api.sources.create, { params, body })).toMatchObject({
      code: 'unusable-folder',
      params: { reason: 'namespace-taken', namespace: 'ns1', pattern: '{lng}/{ns}.json' },
    })
    expect(await counts()).toEqual(ALL)
    await unlink(join(second, 'en/ns1.json'))
    const { job } = await server.call(api.sources.create, { params, body })
    expect(await endOfJob(server, project, job.id)).toMatchObject({ state: 'done' })
  })

  test('a project that is deleted while its folder is read is gone, and the folder is as it was', async () => {
    await connectAndHold()
    const removing = server.call(api.projects.remove, { params, body: { confirm: project } })
    // It waits for the job, which has many more steps to do.
    hold.letGo()
    await removing
    await server.server.deps.jobs.idle()
    expect((await server.call(api.projects.list, {})).projects).toEqual([])
    expect(await onDisk()).toEqual(manyFiles())
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Writes files by path; `other` has the text of some keys. */
function manyFiles(other: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [namespace, keys] of KEYS.entries()) {
    for (const language of LANGUAGES) {
      const entries = Array.from({ length: keys }, (_, key) => [
        `key${key}`,
        other[`${language}/ns${namespace} key${key}`] ??
          `${language} text ${key} of ${namespace} `.padEnd(TEXT_LENGTH, 'and more '),
      ])
      files[`${language}/ns${namespace}.json`] = JSON.stringify(Object.fromEntries(entries), null, 2)
    }
  }
  return files
}
