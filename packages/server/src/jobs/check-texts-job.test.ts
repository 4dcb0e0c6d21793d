import { api, type Job } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentHash } from '../../test/content-hash.ts'
import { type JobHold, openJobHold } from '../../test/hold-jobs.ts'
import { endOfJob } from '../../test/import-client.ts'
import { addManyKeys } from '../../test/many-keys.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../test/test-server.ts'

const project = 'shop'
const params = { project }
const KEYS = 100

describe.each(DATABASES)('another message syntax · %s', (database) => {
  let server: TestServer
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
  })
  afterEach(() => server.close())

  /** Resolves once the texts are checked. */
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
  const hash = () => contentHash(server, project)

  test('of a small project is applied immediately, with its checks', async () => {
    await addManyKeys(server, project, 20)
    expect((await change('printf')).syntax).toBe('printf')
    expect(await failing()).toBe(20)
    expect(await newestJob()).toMatchObject({
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
    const held = hold.at('check-texts', 1)
    const changing = change('printf').catch(() => null) // the server closes before it answers
    const { id } = await held
    server = await server.restart()
    await changing
    const ended = await endOfJob(server, project, id)
    expect(ended).toMatchObject({ state: 'done', done: KEYS, problem: null })
    expect(await failing()).toBe(KEYS)
    // No text changed, and the history shows nothing.
    expect(await hash()).toBe(before)
    const { operations } = await server.call(api.operations.list, { params, query: { limit: 20 } })
    expect(operations.filter(({ kind }) => kind !== 'keys')).toHaveLength(1)
  })

  test('is reverted by a cancel, and the texts are checked as before', async () => {
    await addManyKeys(server, project, KEYS)
    const held = hold.at('check-texts', 1)
    const changing = change('printf')
    const { id } = await held
    await server.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    hold.letGo()
    await changing
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'cancelled', cancelRequested: true })
    expect(await syntaxNow()).toBe('i18next')
    expect(await failing()).toBe(0)
  })

  test('and another one before the first is checked: the last one counts for all texts', async () => {
    await addManyKeys(server, project, KEYS)
    const held = hold.at('check-texts', 1)
    const changing = change('printf')
    const first = await held
    const changingAgain = change('plain')
    // A newer job takes the place of the first, which it cancels.
    await eventually(async () => (await newestJob()).id !== first.id)
    hold.letGo()
    await Promise.all([changing, changingAgain])
    const second = await newestJob()
    await endOfJob(server, project, first.id)
    expect(await endOfJob(server, project, second.id)).toMatchObject({ state: 'done', done: KEYS })
    expect([await syntaxNow(), await failing()]).toEqual(['plain', 0])
  })
})
