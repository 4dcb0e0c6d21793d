import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { buildServeChild } from './build-serve-child.ts'
import { localeFiles } from './import-client.ts'
import { type ServerProcesses, serverProcesses } from './server-processes.ts'
import { sharedShop } from './shared-shop.ts'
import { eventually } from './test-server.ts'

/** One of each with real processes; the others are in the heavy tests (`*-kill`, `processes`). */

const params = { project: 'shop' }

/** Servers that run one after the other on the SQLite of a temporary folder. */
async function onOneFolder(): Promise<{ readonly folder: string; readonly processes: ServerProcesses }> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-real-'))
  const processes = serverProcesses({ program: await buildServeChild(), folder, databaseUrl: null })
  onTestFinished(async () => {
    await processes.end()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, processes }
}

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'what is saved through one process is delivered by the other, and written to the file',
  async () => {
    const { config, remove } = await openTestDatabase('postgres')
    onTestFinished(remove)
    if (config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const shop = await sharedShop(await buildServeChild(), config.url)
    onTestFinished(shop.remove)
    const [one, other] = [await shop.processes.start(), await shop.processes.start()]
    await shop.processes.signIn(one)
    await shop.connect(one)
    expect(await shop.delivered(other)).toBe('Ä')
    await shop.save(other, 'a', 'eins')
    await eventually(async () => (await shop.delivered(one)) === 'eins')
    await eventually(async () => (await shop.german()).includes('eins'))
  },
)

test('what was saved before a kill is in the catalog and in the file after the next start', async () => {
  const { folder, processes } = await onOneFolder()
  const locales = join(folder, 'shop')
  const names = Array.from({ length: 20 }, (_, index) => `key${index}`)
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'before'])), null, 2)
  for (const language of ['en', 'de']) {
    await mkdir(join(locales, language), { recursive: true })
    await writeFile(join(locales, language, 'common.json'), text)
  }
  const dying = await processes.start()
  await processes.signIn(dying)
  const { job } = await dying.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales },
  })
  await eventually(async () => {
    const { endedAt } = await dying.call(api.jobs.get, { params: { ...params, job: job?.id ?? 0 } })
    return endedAt !== null
  })
  const { rows } = await dying.call(api.translations.page, { params, query: { language: 'de', limit: 50 } })
  for (const { key, target } of rows)
    await dying.call(api.translations.save, {
      params: { ...params, key: key.id, language: 'de' },
      body: { forms: { other: `saved ${key.name}` }, baseVersion: target.version },
    })
  await dying.kill()

  const next = await processes.start()
  await processes.signIn(next)
  const expected = Object.fromEntries(names.map((name) => [name, `saved ${name}`]))
  const page = await next.call(api.translations.page, { params, query: { language: 'de', limit: 50 } })
  expect(Object.fromEntries(page.rows.map(({ key, target }) => [key.name, target.forms.other]))).toEqual(
    expected,
  )
  const file = () => readFile(join(locales, 'de/common.json'), 'utf8')
  await eventually(async () => JSON.stringify(JSON.parse(await file())) === JSON.stringify(expected))
  expect((await next.call(api.files.conflicts, { params })).total).toBe(0)
})

test('an import that was killed in the middle is complete after the next start, as one operation', async () => {
  const { processes } = await onOneFolder()
  const dying = await processes.start({ holdJob: 'import 70' })
  await processes.signIn(dying)
  await dying.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const { upload } = await dying.call(api.imports.create, { params })
  const files = localeFiles({ languages: ['en', 'de'], namespaces: 3, keys: 60 })
  for (const [path, text] of Object.entries(files))
    await dying.call(api.imports.upload, {
      params: { ...params, upload },
      query: { path },
      bytes: new Uint8Array(Buffer.from(text)),
    })
  const { id } = await dying.call(api.imports.start, {
    params: { ...params, upload },
    body: { mode: 'overwrite', placements: [] },
  })
  await eventually(
    async () => (await dying.call(api.jobs.get, { params: { ...params, job: id } })).done >= 70,
  )
  await dying.kill()

  const next = await processes.start()
  await processes.signIn(next)
  const ended = await eventually(async () => {
    const job = await next.call(api.jobs.get, { params: { ...params, job: id } })
    return job.endedAt === null ? null : job
  })
  expect(ended).toMatchObject({ state: 'done', done: 360, result: { keysAdded: 180, translations: 360 } })
  const { operations } = await next.call(api.operations.list, { params, query: { limit: 10 } })
  expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded])).toEqual([['import', 180]])
})
