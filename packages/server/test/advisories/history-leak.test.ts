import { api } from '@dragoman/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../test-server.ts'

/**
 * Weblate CVE-2026-62249: changes of a restricted component, read through another. Here even the owner, who
 * can see both projects, gets nothing of one through the URL of the other; `roles.test.ts` covers people who
 * can see only one, for every route.
 */

let server: TestServer
let key = 0
let operation = ''
beforeAll(async () => {
  server = await openTestServer()
  for (const slug of ['one', 'two'])
    await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
  const made = await server.call(api.keys.create, {
    params: { project: 'two' },
    body: { namespace: 'app', name: 'hidden.key', plural: 'none', forms: { other: 'Top secret' } },
  })
  key = made.key.id
  const { operations } = await server.call(api.operations.list, {
    params: { project: 'two' },
    query: { limit: 10 },
  })
  operation = String(operations[0]?.id)
})
afterAll(() => server.close())

test('neither keys nor operations of another project are returned at the URL of one', async () => {
  for (const path of [
    `keys/${key}`,
    `keys/${key}/translations/en`,
    `keys/${key}/translations/en/history`,
    `operations/${operation}`,
  ]) {
    const answer = await server.request(`/api/projects/one/${path}`)
    expect([path, answer.status]).toEqual([path, 404])
    expect(await answer.text()).not.toContain('secret')
  }
})

test('lists of changes contain only the project of the URL, whatever is requested', async () => {
  for (const query of ['', '?limit=500', `?key=${key}`, '?language=en', '?before=999999999']) {
    const answer = await server.request(`/api/projects/one/operations${query}`)
    const text = await answer.text()
    expect(text).not.toContain('hidden.key')
    expect(text).not.toContain('Top secret')
  }
})
