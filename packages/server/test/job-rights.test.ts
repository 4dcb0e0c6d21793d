import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { addJob, applyOperation, jobById, keyByIdentity, projectBySlug } from '@dragoman/store'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actsFreely } from '../src/access/requester-of.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const LATER = '2999-01-01T00:00:00.000Z'

describe.each(BOTH_DATABASES)('an import of someone else, on %s', (database) => {
  let server: TestServer
  let manager: TestPerson
  let developer: TestPerson
  let projectId = 0

  beforeAll(async () => {
    server = await openTestServer({ database })
    const { store } = server.server.deps
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
    projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    const people = peopleOf(server)
    manager = await people.member('Max', projectId, { role: 'manager' })
    developer = await people.member('Dev', projectId, { role: 'developer', languages: new Set(['de']) })
  })
  afterAll(() => server.close())

  /** Adds an import of a person that has written a text and is to continue much later; returns upload and job. */
  async function waitingImport(by: TestPerson) {
    const { store, uploads } = server.server.deps
    const upload = await uploads.create(projectId)
    const folder = await uploads.folderOf(projectId, upload)
    await uploads.receive(folder, 'app.json', { body: new Blob(['{"hello":"Hi"}']).stream() })
    const identity = { namespace: 'app', name: 'hello', plural: 'none' as const }
    const keyId = (await store.read((r) => keyByIdentity(r, projectId, identity)))?.id ?? 0
    const job = await store.write(async (w) => {
      const done = await applyOperation(w, {
        projectId,
        kind: 'import',
        by: actsFreely(by.actor),
        at: new Date().toISOString(),
        changes: [{ kind: 'translate', keyId, language: 'de', forms: { other: `Hallo ${upload}` } }],
      })
      if (!done.ok) throw new Error('the import was refused')
      return addJob(w, {
        projectId,
        kind: 'import',
        payload: { folder, mode: 'overwrite', placements: [] },
        unit: 'texts',
        startedBy: by.actor,
        operationId: done.operationId,
        maxAttempts: 3,
        at: LATER,
      })
    })
    return { upload, job: job.id }
  }

  test('is not cancelled, undone or run again by a developer', async () => {
    const { job } = await waitingImport(manager)
    const of = { params: { ...params, job } }
    for (const keep of [true, false])
      await expect(developer.call(api.jobs.cancel, { ...of, body: { keep } })).rejects.toMatchObject({
        code: 'not-allowed',
      })
    await expect(developer.call(api.jobs.rerun, of)).rejects.toMatchObject({ code: 'not-allowed' })
    expect((await manager.call(api.jobs.cancel, { ...of, body: { keep: true } })).cancelRequested).toBe(true)
  })

  test('is undone by a manager, whom the history names', async () => {
    const { job } = await waitingImport(developer)
    await manager.call(api.jobs.cancel, { params: { ...params, job }, body: { keep: false } })
    expect((await server.server.deps.jobs.ended(job)).state).toBe('cancelled')
    const { operations } = await manager.call(api.operations.list, { params, query: { limit: 1 } })
    expect(operations[0]).toMatchObject({ kind: 'undo', actor: { name: 'Max' } })
  })

  test('has the rights of the token with which it is run again, in the project and in Administration', async () => {
    const { store, jobs } = server.server.deps
    const { token, secret } = await server.call(api.tokens.createOwn, {
      body: { name: 'Jobs', scopes: ['admin'], languages: null, days: 1 },
    })
    const headers = { authorization: `Bearer ${secret}` }
    for (const route of ['/api/projects/shop/jobs/:job/run', '/api/admin/jobs/:job/run']) {
      const { job } = await waitingImport(manager)
      await store.write((w) =>
        w.db.updateTable('job').set({ state: 'failed' }).where('id', '=', job).execute(),
      )
      const path = route.replace(':job', String(job))
      const reply = await fetch(server.server.origin + path, { method: 'POST', headers })
      expect([path, reply.status]).toEqual([path, 200])
      const row = await store.read((r) => jobById(r, job))
      expect(row).toMatchObject({ startedBy: { name: 'Ann' }, startedWithToken: token.id })
      await jobs.ended(job)
    }
  })

  test('keeps its files as long as it reads them', async () => {
    const { upload, job } = await waitingImport(manager)
    const of = { params: { ...params, upload } }
    await expect(developer.call(api.imports.remove, of)).rejects.toMatchObject({ code: 'still-running' })
    await manager.call(api.jobs.cancel, { params: { ...params, job }, body: { keep: true } })
    await server.server.deps.jobs.ended(job)
  })
})

describe.each(BOTH_DATABASES)('a folder that a failed job has disconnected, on %s', (database) => {
  let server: TestServer
  let manager: TestPerson
  let projectId = 0
  let folder = ''

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    projectId = (await server.server.deps.store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    manager = await peopleOf(server).member('Max', projectId, { role: 'manager' })
    folder = makeFolder('other-team')
  })
  afterEach(async () => {
    for (const { id } of await sourcesNow())
      await server.call(api.sources.remove, { params: { ...params, source: id } })
  })
  afterAll(() => server.close())

  function makeFolder(name: string): string {
    const made = join(realpathSync(server.folder), name)
    mkdirSync(join(made, 'locales'), { recursive: true })
    writeFileSync(join(made, 'locales/en.json'), '{"plan":"Secret plan"}')
    return made
  }

  const sourcesNow = async () => (await server.call(api.sources.list, { params })).sources

  /** Adds a failed job that connected a folder; returns what runs it again. */
  async function failedConnect(of: string) {
    const { store } = server.server.deps
    const files = { folder: of, pattern: 'locales/{lng}.json', format: 'i18next-json', writable: true }
    const job = await store.write(async (w) => {
      const { id } = await addJob(w, {
        projectId,
        kind: 'connect-folder',
        payload: { sourceId: 0, languages: ['en'], files },
        unit: 'files',
        startedBy: { id: 'user:1', name: 'Ann' },
        maxAttempts: 5,
        at: LATER,
      })
      await w.db.updateTable('job').set({ state: 'failed' }).where('id', '=', id).execute()
      return id
    })
    return { params: { ...params, job } }
  }

  test('is connected again by an owner, as the audit log shows', async () => {
    const again = await failedConnect(folder)
    await server.call(api.jobs.rerun, again)
    expect((await server.server.deps.jobs.ended(again.params.job)).state).toBe('done')
    expect(await sourcesNow()).toMatchObject([{ folder }])
    const { entries } = await server.call(api.audit.ofProject, { params, query: { limit: 1 } })
    expect(entries).toMatchObject([{ kind: 'source.added', target: folder }])
  })

  test('is not connected again by a manager, who cannot connect it either', async () => {
    await expect(manager.call(api.jobs.rerun, await failedConnect(folder))).rejects.toMatchObject({
      code: 'not-allowed',
      params: { reason: 'owner-only' },
    })
    expect(await sourcesNow()).toEqual([])
  })

  test('is not connected again by a token, in the project and in Administration', async () => {
    const { secret } = await server.call(api.tokens.createOwn, {
      body: { name: 'Jobs', scopes: ['admin'], languages: null, days: 1 },
    })
    const send = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${secret}`)
      return fetch(server.server.origin + path, { ...init, headers })
    }
    const again = await failedConnect(folder)
    const refused = { code: 'not-allowed', params: { reason: 'token-scope' } }
    await expect(callRoute(send, api.jobs.rerun, again)).rejects.toMatchObject(refused)
    const { job } = again.params
    await expect(callRoute(send, api.admin.rerunJob, { params: { job } })).rejects.toMatchObject(refused)
    expect(await sourcesNow()).toEqual([])
  })

  test('is not connected again if it overlaps with a connected one, or shares a namespace with it', async () => {
    const body = { folder, pattern: 'locales/{lng}.json', format: 'i18next-json' }
    const { job } = await server.call(api.sources.create, { params, body })
    await server.server.deps.jobs.ended(job.id)
    expect(await server.fail(api.jobs.rerun, await failedConnect(join(folder, 'locales')))).toMatchObject({
      code: 'unusable-folder',
      params: { reason: 'connected-folder' },
    })
    expect(await server.fail(api.jobs.rerun, await failedConnect(makeFolder('copy')))).toMatchObject({
      code: 'unusable-folder',
      params: { reason: 'namespace-taken' },
    })
    expect(await sourcesNow()).toMatchObject([{ folder }])
  })
})
