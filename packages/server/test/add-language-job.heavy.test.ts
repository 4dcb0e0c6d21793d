import { api } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobHold, openJobHold } from './hold-jobs.ts'
import { endOfJob } from './import-client.ts'
import { addFrench, createLargeProject, expectWhole, KEYS, languageTags } from './large-project.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const project = 'shop'
const params = { project }

describe.each(DATABASES)('a language of a large project · %s', (database) => {
  let server: TestServer
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await createLargeProject(server)
  })
  afterEach(() => server.close())

  const operations = async () =>
    (await server.call(api.operations.list, { params, query: { limit: 100 } })).operations

  test('is added by a job, as one operation that can be undone and redone', async () => {
    const before = (await operations()).length
    expect(await addFrench(server)).toMatchObject({
      kind: 'add-language',
      state: 'done',
      done: KEYS,
      total: KEYS,
      result: { languagesAdded: ['fr'] },
    })
    expect(await languageTags(server)).toEqual(['en', 'de', 'fr'])
    await expectWhole(server)
    const [added] = await operations()
    expect(await operations()).toHaveLength(before + 1)
    await server.call(api.operations.undo, {
      params: { ...params, operation: added?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect(await languageTags(server)).toEqual(['en', 'de'])
    await expectWhole(server)
    await addFrench(server)
    expect(await languageTags(server)).toEqual(['en', 'de', 'fr'])
    await expectWhole(server)
  })

  test('has the rows of keys that were added, removed and moved in the meantime', async () => {
    const { store } = server.server.deps
    const { id = 0 } = (await store.read((r) => projectBySlug(r, project))) ?? {}
    const [first, second] = await store.read(({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', id).orderBy('id').limit(2).execute(),
    )
    const held = hold.at('add-language', KEYS)
    const adding = addFrench(server)
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
    expect(await languageTags(server)).toEqual(['en', 'de', 'fr'])
    await expectWhole(server)
  })

  test('is added despite a restart in the middle', async () => {
    const held = hold.at('add-language', 1)
    const adding = addFrench(server).catch(() => null) // the server closes before it answers
    const { id } = await held
    server = await server.restart()
    await adding
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'done', problem: null })
    expect(await languageTags(server)).toEqual(['en', 'de', 'fr'])
    await expectWhole(server)
  })

  test('leaves nothing when it is cancelled, or its project deleted', async () => {
    const held = hold.at('add-language', 1)
    const adding = addFrench(server)
    const { id } = await held
    await server.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    hold.letGo()
    expect(await adding).toMatchObject({ state: 'cancelled' })
    expect(await languageTags(server)).toEqual(['en', 'de'])
    await expectWhole(server)

    const heldAgain = hold.at('add-language', 1)
    const addingAgain = addFrench(server).catch(() => null) // its project is gone
    const again = await heldAgain
    const removing = server.call(api.projects.remove, { params, body: { confirm: project } })
    await eventually(async () => {
      const job = await server.call(api.jobs.get, { params: { ...params, job: again.id } })
      return job.cancelRequested
    })
    hold.letGo()
    await Promise.all([removing, addingAgain])
    // Texts of the project's other languages are removed after the answer.
    await server.server.deps.store.waitForIndex()
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
