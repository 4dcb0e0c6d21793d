import { api } from '@dragoman/contract'
import { addJob, applyOperation, jobById, keyByIdentity, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
