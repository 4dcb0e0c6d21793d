import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api, type Job } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServeChild } from './build-serve-child.ts'
import { localeFiles } from './import-client.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { eventually } from './test-server.ts'

const params = { project: 'shop' }
let folder: string
let servers: ServerProcesses
let at: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-import-kill-'))
  servers = serverProcesses({ program: await buildServeChild(), folder, databaseUrl: null })
  at = await servers.start()
  await servers.signIn(at)
})
afterAll(async () => {
  await servers.end()
  await rm(folder, { recursive: true, force: true })
})

/** Kills the server and starts it again on the same data. */
async function restart(): Promise<void> {
  await at.kill()
  at = await servers.start()
}

const jobOf = (job: number) => at.call(api.jobs.get, { params: { ...params, job } })

async function startImport(): Promise<Job> {
  const { upload } = await at.call(api.imports.create, { params })
  for (const [path, text] of Object.entries(
    localeFiles({ languages: ['en', 'de'], namespaces: 3, keys: 200 }),
  )) {
    await at.call(api.imports.upload, {
      params: { ...params, upload },
      query: { path },
      bytes: new Uint8Array(Buffer.from(text)),
    })
  }
  return at.call(api.imports.start, {
    params: { ...params, upload },
    body: { mode: 'overwrite', placements: [] },
  })
}

test('killed five times in an import and its undo, the import is complete in the end, or nothing of it exists', async () => {
  await at.call(api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' },
  })
  const { id } = await startImport()
  for (const done of [0, 150, 500, 900]) {
    await eventually(async () => (await jobOf(id)).done >= done)
    await restart()
  }
  const imported = await eventually(async () => {
    const job = await jobOf(id)
    return job.endedAt === null ? null : job
  })
  expect(imported).toMatchObject({
    state: 'done',
    done: 1200,
    result: { keysAdded: 600, translations: 1200 },
  })
  const overview = await at.call(api.projects.overview, { params })
  expect([overview.keys, ...overview.languages.map(({ counts }) => counts.translated)]).toEqual([
    600, 600, 600,
  ])
  const { operations } = await at.call(api.operations.list, { params, query: { limit: 10 } })
  expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded, summary.translations])).toEqual([
    ['import', 600, 1200],
  ])

  const undoing = at
    .call(api.operations.undo, {
      params: { ...params, operation: imported.operationId ?? 0 },
      body: { keepNewer: false },
    })
    .catch(() => null) // the connection breaks with the process
  await eventually(async () => (await at.call(api.projects.overview, { params })).keys < 550)
  await at.kill()
  await undoing
  at = await servers.start()
  await eventually(async () => {
    const { jobs } = await at.call(api.jobs.list, { params })
    return jobs.every(({ endedAt }) => endedAt !== null)
  })
  const after = await at.call(api.projects.overview, { params })
  expect([after.keys, after.languages.map(({ tag }) => tag)]).toEqual([0, ['en']])
  const history = await at.call(api.operations.list, { params, query: { limit: 10 } })
  expect(history.operations.map(({ kind }) => kind)).toEqual(['undo', 'import'])
})

test('killed three times while a folder is connected, everything exists once', async () => {
  await restart()
  const locales = join(folder, 'connected')
  for (const [path, text] of Object.entries(
    localeFiles({ languages: ['en', 'de'], namespaces: 30, keys: 200 }),
  )) {
    await mkdir(dirname(join(locales, path)), { recursive: true })
    await writeFile(join(locales, path), text)
  }
  const body = { slug: 'connected', name: 'Connected', sourceLanguage: 'en', folder: locales }
  const { job } = await at.call(api.projects.create, { body })
  const jobNow = () => at.call(api.jobs.get, { params: { project: 'connected', job: job?.id ?? 0 } })
  for (const done of [0, 10, 30]) {
    await eventually(async () => (await jobNow()).done >= done)
    await restart()
  }
  const ended = await eventually(async () => {
    const latest = await jobNow()
    return latest.endedAt === null ? null : latest
  })
  expect(ended).toMatchObject({
    state: 'done',
    done: 60,
    total: 60,
    result: { files: 60, keysAdded: 6000, translations: 12_000 },
  })
  const overview = await at.call(api.projects.overview, { params: { project: 'connected' } })
  expect([overview.keys, ...overview.languages.map(({ counts }) => counts.translated)]).toEqual([
    6000, 6000, 6000,
  ])
  const { operations } = await at.call(api.operations.list, {
    params: { project: 'connected' },
    query: { limit: 10 },
  })
  expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded, summary.translations])).toEqual([
    ['import', 6000, 12_000],
  ])
})
