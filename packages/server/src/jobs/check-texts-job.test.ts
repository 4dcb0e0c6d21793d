import { api, type Job } from '@dragoman/contract'
import { catalogHash, projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endOfJob } from '../../test/import-client.ts'
import { addManyKeys } from '../../test/many-keys.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../test/test-server.ts'

const project = 'shop'
const params = { project }
const KEYS = 3000

describe.each(DATABASES)('another message syntax · %s', { timeout: 120_000 }, (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
  })
  afterEach(() => server.close())

  const change = (syntax: string) => server.call(api.projects.update, { params, body: { syntax } })
  const syntaxNow = async () => (await server.call(api.projects.get, { params })).syntax
  const jobs = async () => (await server.call(api.jobs.list, { params })).jobs
  const failing = async () => {
    const { languages } = await server.call(api.projects.overview, { params })
    return languages.find(({ tag }) => tag === 'de')?.counts.failing
  }
  async function newestJob(): Promise<Job> {
    const [job] = await jobs()
    if (job === undefined) throw new Error('There is no job')
    return job
  }
  const hash = () =>
    server.server.deps.store.read(async (r) => catalogHash(r, (await projectBySlug(r, project))?.id ?? 0))

  test('of a small project is applied immediately, with its checks', async () => {
    await addManyKeys(server, project, 20)
    expect((await change('printf')).syntax).toBe('printf')
    await eventually(async () => (await failing()) === 20, 2000)
    const { id } = await newestJob()
    expect(await endOfJob(server, project, id)).toMatchObject({
      kind: 'check-texts',
      state: 'done',
      done: 20,
      total: 20,
    })
    await change('printf')
    expect(await jobs()).toHaveLength(1)
  })

  test('is checked in steps that survive a restart; saves continue meanwhile', async () => {
    await addManyKeys(server, project, KEYS)
    const before = await hash()
    await change('printf')
    const { id } = await newestJob()
    await eventually(async () => (await newestJob()).done > 0)
    server = await server.restart()
    const ended = await endOfJob(server, project, id)
    expect(ended).toMatchObject({ state: 'done', done: KEYS, problem: null })
    expect(await failing()).toBe(KEYS)
    // No text changed, and the history shows nothing.
    expect(await hash()).toBe(before)
    const { operations } = await server.call(api.operations.list, { params, query: { limit: 20 } })
    expect(operations.filter(({ kind }) => kind !== 'keys')).toHaveLength(1)
  })

  test('is reverted by a cancel, and the texts are checked as before', async () => {
    // So many that the cancel comes before the end on a fast machine too.
    await addManyKeys(server, project, 5 * KEYS)
    await change('printf')
    const { id } = await newestJob()
    await server.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'cancelled', cancelRequested: true })
    expect(await syntaxNow()).toBe('i18next')
    expect(await failing()).toBe(0)
  })

  test('and another one before the first is checked: the last one counts for all texts', async () => {
    await addManyKeys(server, project, KEYS)
    await change('printf')
    const first = await newestJob()
    await change('plain')
    const second = await newestJob()
    expect(second.id).not.toBe(first.id)
    await endOfJob(server, project, first.id)
    expect(await endOfJob(server, project, second.id)).toMatchObject({ state: 'done', done: KEYS })
    expect([await syntaxNow(), await failing()]).toEqual(['plain', 0])
  })
})
