import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openJobHold } from './hold-jobs.ts'
import { endOfJob } from './import-client.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('on %s', (database) => {
  let server: TestServer
  afterEach(() => server.close())

  test('an import in one call is completed after the server was stopped in the middle of it', async () => {
    const hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const held = hold.at('import')
    const answer = server
      .call(api.files.import, {
        params,
        query: { name: 'en/app.json', mode: 'overwrite' },
        bytes: new Uint8Array(Buffer.from('{ "title": "Shop" }')),
      })
      .catch((error: unknown) => error)
    const { id } = await held
    server = await server.restart()
    expect(await answer).toBeInstanceOf(Error)
    expect(await endOfJob(server, 'shop', id)).toMatchObject({ state: 'done', problem: null })
    const { rows } = await server.call(api.keys.page, { params, query: { languages: 'en', limit: 10 } })
    expect(rows.map(({ key }) => key.name)).toEqual(['title'])
  })
})
