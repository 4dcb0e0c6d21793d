import { api, type Job } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectCountsRight } from '../../store/test/recount.ts'
import { type JobHold, openJobHold } from './hold-jobs.ts'
import { endOfJob } from './import-client.ts'
import { addManyKeys } from './many-keys.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const project = 'shop'
const params = { project }
/** More than the job prepares in one step. */
const KEYS = 2600

describe.each(DATABASES)('a language of a large project · %s', (database) => {
  let server: TestServer
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await addManyKeys(server, project, KEYS)
  })
  afterEach(() => server.close())

  /** Adds French, and returns the job once it has ended. */
  async function addFrench(): Promise<Job> {
    const { job } = await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    return endOfJob(server, project, job?.id ?? 0)
  }
  const tags = async () => (await server.call(api.projects.get, { params })).languages.map(({ tag }) => tag)
  const operations = async () =>
    (await server.call(api.operations.list, { params, query: { limit: 100 } })).operations
  /** Expects a row for every key in every language, matching counts, and no orphaned rows. */
  async function expectWhole(): Promise<void> {
    const { store } = server.server.deps
    await expectCountsRight(store, (await store.read((r) => projectBySlug(r, project)))?.id ?? 0)
    const { keys, languages } = await server.call(api.projects.overview, { params })
    expect(languages.map(({ counts }) => counts.total)).toEqual(languages.map(() => keys))
    const rows = await store.read(({ db }) =>
      db
        .selectFrom('translation')
        .leftJoin('key', 'key.id', 'translation.key_id')
        .leftJoin('language', 'language.id', 'translation.language_id')
        .select(['key.position as wanted', 'language.id as language', 'translation.position as position'])
        .execute(),
    )
    const wrong = rows.filter(({ wanted, language, position }) => language === null || wanted !== position)
    // The sample of a new server is complete too.
    const { projects } = await server.call(api.projects.list, {})
    const all = projects.reduce((sum, one) => sum + one.keys * one.languages, 0)
    expect([rows.length, wrong]).toEqual([all, []])
  }

  test('is added by a job, as one operation that can be undone and redone', async () => {
    const before = (await operations()).length
    expect(await addFrench()).toMatchObject({
      kind: 'add-language',
      state: 'done',
      done: KEYS,
      total: KEYS,
      result: { languagesAdded: ['fr'] },
    })
    expect(await tags()).toEqual(['en', 'de', 'fr'])
    await expectWhole()
    const [added] = await operations()
    expect(await operations()).toHaveLength(before + 1)
    await server.call(api.operations.undo, {
      params: { ...params, operation: added?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect(await tags()).toEqual(['en', 'de'])
    await expectWhole()
    await addFrench()
    expect(await tags()).toEqual(['en', 'de', 'fr'])
    await expectWhole()
  })

  test('has the rows of keys that were added, removed and moved in the meantime', async () => {
    const { store } = server.server.deps
    const { id = 0 } = (await store.read((r) => projectBySlug(r, project))) ?? {}
    const [first, second] = await store.read(({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', id).orderBy('id').limit(2).execute(),
    )
    const held = hold.at('add-language', KEYS)
    const adding = addFrench()
    await held
    await server.call(api.keys.remove, { params: { ...params, key: first?.id ?? 0 } })
    await server.call(api.keys.update, {
      params: { ...params, key: second?.id ?? 0 },
      body: { name: 'other' },
    })
    const body = { namespace: 'common', name: 'new', plural: 'none' as const, forms: { other: 'New' } }
    await server.call(api.keys.create, { params, body })
    hold.letGo()
    expect(await adding).toMatchObject({ state: 'done' })
    expect(await tags()).toEqual(['en', 'de', 'fr'])
    await expectWhole()
  })

  test('is added despite a restart in the middle', async () => {
    const held = hold.at('add-language', 1)
    const adding = addFrench().catch(() => null) // the server closes before it answers
    const { id } = await held
    server = await server.restart()
    await adding
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'done', problem: null })
    expect(await tags()).toEqual(['en', 'de', 'fr'])
    await expectWhole()
  })

  test('leaves nothing when it is cancelled, or its project deleted', async () => {
    const held = hold.at('add-language', 1)
    const adding = addFrench()
    const { id } = await held
    await server.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    hold.letGo()
    expect(await adding).toMatchObject({ state: 'cancelled' })
    expect(await tags()).toEqual(['en', 'de'])
    await expectWhole()

    const heldAgain = hold.at('add-language', 1)
    const addingAgain = addFrench().catch(() => null) // its project is gone
    const again = await heldAgain
    const removing = server.call(api.projects.remove, { params, body: { confirm: project } })
    await eventually(async () => {
      const job = await server.call(api.jobs.get, { params: { ...params, job: again.id } })
      return job.cancelRequested
    })
    hold.letGo()
    await Promise.all([removing, addingAgain])
    const [left] = await server.server.deps.store.read(({ db }) =>
      db
        .selectFrom('translation')
        .leftJoin('language', 'language.id', 'translation.language_id')
        .select('translation.id')
        .where('language.id', 'is', null)
        .execute(),
    )
    expect(left).toBeUndefined()
  })
})
