import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api, callRoute, type Job } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServeChild } from './build-serve-child.ts'
import { localeFiles } from './import-client.ts'
import { eventually, PASSWORD, SETUP_CODE } from './test-server.ts'

let program: string
const params = { project: 'shop' }
let folder: string
let child: ChildProcess | null = null

beforeAll(async () => {
  program = await buildServeChild()
  folder = await mkdtemp(join(tmpdir(), 'dragoman-import-kill-'))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** Starts the server on the same data, and signs in. */
async function serve(isFirst: boolean): Promise<Fetch> {
  const started = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  const origin = await new Promise<string>((resolve, reject) => {
    started.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    started.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  let cookie = ''
  const fetchAs: Fetch = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}${path}`, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  if (isFirst)
    await callRoute(fetchAs, api.session.setUp, {
      body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD },
    })
  else await callRoute(fetchAs, api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  return fetchAs
}

async function kill(): Promise<void> {
  const dying = new Promise<void>((resolve) => child?.once('exit', () => resolve()))
  child?.kill('SIGKILL')
  await dying
}

const jobOf = (fetchAs: Fetch, job: number) =>
  callRoute(fetchAs, api.jobs.get, { params: { ...params, job } })

async function startImport(fetchAs: Fetch): Promise<Job> {
  const { upload } = await callRoute(fetchAs, api.imports.create, { params })
  for (const [path, text] of Object.entries(
    localeFiles({ languages: ['en', 'de'], namespaces: 3, keys: 200 }),
  )) {
    await callRoute(fetchAs, api.imports.upload, {
      params: { ...params, upload },
      query: { path },
      bytes: new Uint8Array(Buffer.from(text)),
    })
  }
  return callRoute(fetchAs, api.imports.start, {
    params: { ...params, upload },
    body: { mode: 'overwrite', placements: [] },
  })
}

test('killed five times in an import and its undo, the import is complete in the end, or nothing of it exists', async () => {
  let fetchAs = await serve(true)
  await callRoute(fetchAs, api.projects.create, {
    body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' },
  })
  const { id } = await startImport(fetchAs)
  for (const done of [0, 150, 500, 900]) {
    await eventually(async () => (await jobOf(fetchAs, id)).done >= done)
    await kill()
    fetchAs = await serve(false)
  }
  const imported = await eventually(async () => {
    const job = await jobOf(fetchAs, id)
    return job.endedAt === null ? null : job
  })
  expect(imported).toMatchObject({
    state: 'done',
    done: 1200,
    result: { keysAdded: 600, translations: 1200 },
  })
  const overview = await callRoute(fetchAs, api.projects.overview, { params })
  expect([overview.keys, ...overview.languages.map(({ counts }) => counts.translated)]).toEqual([
    600, 600, 600,
  ])
  const { operations } = await callRoute(fetchAs, api.operations.list, { params, query: { limit: 10 } })
  expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded, summary.translations])).toEqual([
    ['import', 600, 1200],
  ])

  const undoing = callRoute(fetchAs, api.operations.undo, {
    params: { ...params, operation: imported.operationId ?? 0 },
    body: { keepNewer: false },
  }).catch(() => null) // the connection breaks with the process
  await eventually(async () => (await callRoute(fetchAs, api.projects.overview, { params })).keys < 550)
  await kill()
  await undoing
  fetchAs = await serve(false)
  await eventually(async () => {
    const { jobs } = await callRoute(fetchAs, api.jobs.list, { params })
    return jobs.every(({ endedAt }) => endedAt !== null)
  })
  const after = await callRoute(fetchAs, api.projects.overview, { params })
  expect([after.keys, after.languages.map(({ tag }) => tag)]).toEqual([0, ['en']])
  const history = await callRoute(fetchAs, api.operations.list, { params, query: { limit: 10 } })
  expect(history.operations.map(({ kind }) => kind)).toEqual(['undo', 'import'])
})

test('killed three times while a folder is connected, everything exists once', async () => {
  await kill()
  let fetchAs = await serve(false)
  const locales = join(folder, 'connected')
  for (const [path, text] of Object.entries(
    localeFiles({ languages: ['en', 'de'], namespaces: 30, keys: 200 }),
  )) {
    await mkdir(dirname(join(locales, path)), { recursive: true })
    await writeFile(join(locales, path), text)
  }
  const body = { slug: 'connected', name: 'Connected', sourceLanguage: 'en', folder: locales }
  const { job } = await callRoute(fetchAs, api.projects.create, { body })
  const jobNow = () =>
    callRoute(fetchAs, api.jobs.get, { params: { project: 'connected', job: job?.id ?? 0 } })
  for (const done of [0, 10, 30]) {
    await eventually(async () => (await jobNow()).done >= done)
    await kill()
    fetchAs = await serve(false)
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
  const overview = await callRoute(fetchAs, api.projects.overview, { params: { project: 'connected' } })
  expect([overview.keys, ...overview.languages.map(({ counts }) => counts.translated)]).toEqual([
    6000, 6000, 6000,
  ])
  const { operations } = await callRoute(fetchAs, api.operations.list, {
    params: { project: 'connected' },
    query: { limit: 10 },
  })
  expect(operations.map(({ kind, summary }) => [kind, summary.keysAdded, summary.translations])).toEqual([
    ['import', 6000, 12_000],
  ])
})
