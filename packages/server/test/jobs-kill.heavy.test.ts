import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Job } from '@dragoman/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { buildServeChild } from './build-serve-child.ts'
import { type ServerProcess, type ServerProcesses, serverProcesses } from './server-processes.ts'
import { DATABASES, eventually } from './test-server.ts'
import { QUICK_TAKEOVER } from './timings.ts'

const params = { project: 'shop' }
/**
 * To run all kinds of jobs on PostgreSQL too, where another process waits for the lease to expire:
 * `DRAGOMAN_JOBS_LONG=1 npx vitest run packages/server/test/jobs-kill.heavy.test.ts`.
 */
const IS_LONG = Boolean(process.env.DRAGOMAN_JOBS_LONG)
const NAMESPACES = 40
const KEYS = 100
const ALL_KEYS = NAMESPACES * KEYS

/**
 * The process that runs a job is killed in the middle of it. On PostgreSQL a second process is running and
 * continues the job once its lease has expired; on SQLite the next start does.
 */
describe.each(DATABASES)('killed in the middle of a job · %s', (database) => {
  const atSome = test.runIf(IS_LONG || database === 'sqlite')
  let postgres: TestDatabase | null = null
  let folder: string
  let processes: ServerProcesses
  let runs: ServerProcess
  beforeAll(async () => {
    const program = await buildServeChild()
    folder = await mkdtemp(join(tmpdir(), 'dragoman-jobs-kill-'))
    postgres = database === 'postgres' ? await openTestDatabase('postgres') : null
    const config = postgres?.config
    const databaseUrl = config?.kind === 'postgres' ? config.url : null
    processes = serverProcesses({ program, folder, databaseUrl, timings: QUICK_TAKEOVER })
    runs = await processes.start()
    await processes.signIn(runs)
    await runs.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  })
  afterAll(async () => {
    await processes.end()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const jobOf = (id: number) => runs.call(api.jobs.get, { params: { ...params, job: id } })
  const ended = (id: number): Promise<Job> =>
    eventually(async () => {
      const job = await jobOf(id)
      return job.endedAt === null ? null : job
    })
  const germanFailing = async () => {
    const { languages } = await runs.call(api.projects.overview, { params })
    return languages.find(({ tag }) => tag === 'de')?.counts.failing
  }

  type KindOfJob = Job['kind']
  const newest = async (kind: KindOfJob) =>
    (await runs.call(api.jobs.list, { params })).jobs.find((job) => job.kind === kind) ?? null

  /**
   * Starts a job in a process that holds it once `done` is done, and kills that process; another process takes
   * over.
   */
  async function killedIn(kind: KindOfJob, start: () => Promise<unknown>, done: number): Promise<number> {
    const before = (await newest(kind))?.id ?? 0
    await runs.kill()
    runs = await processes.start({ holdJob: `${kind} ${done}` })
    const other = postgres === null ? null : await processes.start()
    // So that the surviving process does not take the job.
    other?.pause()
    const starting = start().catch(() => null) // the response can break off with its process
    const { id } = await eventually(async () => {
      const job = await newest(kind)
      return job !== null && job.id > before && job.state === 'running' && job.done >= done ? job : null
    })
    await runs.kill()
    await starting
    other?.proceed()
    runs = other ?? (await processes.start())
    return id
  }

  async function startImport(): Promise<void> {
    const { upload } = await runs.call(api.imports.create, { params })
    for (const [path, text] of Object.entries(localeFiles()))
      await runs.call(api.imports.upload, {
        params: { ...params, upload },
        query: { path },
        bytes: new Uint8Array(Buffer.from(text)),
      })
    const body = { mode: 'overwrite' as const, placements: [] }
    await runs.call(api.imports.start, { params: { ...params, upload }, body })
  }

  test('an import that is cancelled after the kill leaves no key', async () => {
    const id = await killedIn('import', startImport, 500)
    await runs.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    const { state, operationId } = await ended(id)
    if (database === 'postgres') expect(state).toBe('cancelled')
    // On SQLite the next start might have been quicker than the cancel.
    if (state !== 'cancelled')
      await runs.call(api.operations.undo, {
        params: { ...params, operation: operationId ?? 0 },
        body: { keepNewer: false },
      })
    const { keys, languages } = await runs.call(api.projects.overview, { params })
    expect([keys, languages.map(({ tag }) => tag)]).toEqual([0, ['en']])
  })

  test('an import is complete in the end, as one operation', async () => {
    const id = await killedIn('import', startImport, 500)
    expect(await ended(id)).toMatchObject({
      state: 'done',
      done: 2 * ALL_KEYS,
      result: { keysAdded: ALL_KEYS, translations: 2 * ALL_KEYS },
    })
    const { operations } = await runs.call(api.operations.list, { params, query: { limit: 10 } })
    const [newest] = operations
    expect([newest?.kind, newest?.summary.keysAdded, newest?.summary.translations]).toEqual([
      'import',
      ALL_KEYS,
      2 * ALL_KEYS,
    ])
    expect(operations.filter(({ kind }) => kind === 'import')).toHaveLength(2) // including the undone one
  })

  const changeSyntax = (syntax: string) => () => runs.call(api.projects.update, { params, body: { syntax } })

  atSome('the texts are checked in the new syntax, each once', async () => {
    expect(await germanFailing()).toBe(0)
    const id = await killedIn('check-texts', changeSyntax('printf'), 1)
    expect(await ended(id)).toMatchObject({ state: 'done', done: ALL_KEYS, total: ALL_KEYS })
    expect(await germanFailing()).toBe(ALL_KEYS)
  })

  atSome('cancelled after the kill, the former syntax is back', async () => {
    const id = await killedIn('check-texts', changeSyntax('plain'), 1)
    await runs.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    // On SQLite the next start might have been quicker than the cancel.
    const { state } = await ended(id)
    const { syntax } = await runs.call(api.projects.get, { params })
    expect([syntax, await germanFailing()]).toEqual(
      state === 'cancelled' ? ['printf', ALL_KEYS] : ['plain', 0],
    )
    if (database === 'postgres') expect(state).toBe('cancelled')
  })

  const addLanguage = (tag: string) => () => runs.call(api.languages.add, { params, body: { tag } })

  test('a language is added once, with a row for every key', async () => {
    const id = await killedIn('add-language', addLanguage('fr'), 1)
    expect(await ended(id)).toMatchObject({ state: 'done', result: { languagesAdded: ['fr'] } })
    const { languages } = await runs.call(api.projects.overview, { params })
    expect(languages.map(({ tag, counts }) => [tag, counts.total])).toEqual([
      ['en', ALL_KEYS],
      ['de', ALL_KEYS],
      ['fr', ALL_KEYS],
    ])
    const { operations } = await runs.call(api.operations.list, { params, query: { limit: 10 } })
    expect(operations.filter(({ kind }) => kind === 'languages')).toHaveLength(1)
  })

  const tagsOf = async () => (await runs.call(api.projects.get, { params })).languages.map(({ tag }) => tag)
  const cancel = (id: number) =>
    runs.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })

  atSome(
    'adding a language that is cancelled after the kill leaves no language and no operation',
    async () => {
      const id = await killedIn('add-language', addLanguage('pl'), 1)
      await cancel(id)
      const { state } = await ended(id)
      expect(await tagsOf()).toEqual(state === 'cancelled' ? ['en', 'de', 'fr'] : ['en', 'de', 'fr', 'pl'])
      const { operations } = await runs.call(api.operations.list, { params, query: { limit: 10 } })
      const ofLanguages = operations.filter(({ kind }) => kind === 'languages')
      expect(ofLanguages).toHaveLength(state === 'cancelled' ? 1 : 2) // including that of French
      if (database === 'postgres') expect(state).toBe('cancelled')
      if (state !== 'cancelled')
        await runs.call(api.languages.remove, { params: { ...params, language: 'pl' } })
    },
  )

  const startExport = () => runs.call(api.files.exportAll, { params, body: { format: 'xliff-1' } })

  atSome('an export is recreated, and is whole', async () => {
    const id = await killedIn('export', startExport, 1)
    const { state, file } = await ended(id)
    expect(state).toBe('done')
    const { bytes } = await runs.call(api.files.exported, { params: { ...params, job: id } })
    const archive = new Uint8Array(await new Response(bytes).arrayBuffer())
    expect(archive.length).toBe(file?.sizeBytes)
    expect(Object.keys(unzipSync(archive))).toHaveLength(3 * NAMESPACES)
  })

  atSome('an export that is cancelled after the kill leaves no archive', async () => {
    const id = await killedIn('export', startExport, 1)
    await runs.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    const { state } = await ended(id)
    if (database === 'postgres') expect(state).toBe('cancelled')
    const response = await runs.fetch(`/api/projects/shop/files/export/all/${id}`)
    expect(response.status).toBe(state === 'cancelled' ? 404 : 200)
    await response.body?.cancel()
  })
})

/** German texts lack what printf would call a placeholder. */
function localeFiles(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [language, rest] of [
    ['en', 'of %s'],
    ['de', 'von'],
  ] as const) {
    for (let namespace = 0; namespace < NAMESPACES; namespace++) {
      const texts = Array.from({ length: KEYS }, (_, key) => [`key${key}`, `Part ${key} ${rest}`])
      files[`locales/${language}/part${namespace}.json`] = `${JSON.stringify(Object.fromEntries(texts))}\n`
    }
  }
  return files
}
