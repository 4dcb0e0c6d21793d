import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addFrench, createLargeProject, expectWhole, KEYS, languageTags } from './large-project.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

/** What happens in between is in `add-language-job.heavy.test.ts`. */

const params = { project: 'shop' }

describe.each(DATABASES)('a language of a large project · %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
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
})
