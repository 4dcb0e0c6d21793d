import { api } from '@dragoman/contract'
import { addComment, keyByIdentity, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MARA } from '../../store/test/sample.ts'
import { peopleOf } from './people.ts'
import { eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

let server: TestServer
let projectId = 0
let keyId = 0
beforeAll(async () => {
  server = await openTestServer({})
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const { store } = server.server.deps
  projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
  const body = { namespace: 'app', name: 'hello', plural: 'none' as const, forms: { other: 'Hello' } }
  await server.call(api.keys.create, { params, body })
  const identity = { namespace: 'app', name: 'hello', plural: 'none' as const }
  keyId = (await store.read((r) => keyByIdentity(r, projectId, identity)))?.id ?? 0
})
afterAll(() => server.close())

function ask() {
  const row = {
    projectId,
    keyId,
    language: null,
    kind: 'question' as const,
    text: 'What is this?',
    mentions: [],
  }
  return server.server.deps.store.write((w) =>
    addComment(w, { ...row, by: MARA.actor, at: new Date().toISOString() }),
  )
}

test('a question in a project without developers reaches its managers', async () => {
  const people = peopleOf(server)
  const manager = await people.member('Max', projectId, { role: 'manager' })
  const other = await people.member('Dev', projectId, { role: 'developer', namespaces: new Set(['legal']) })
  const translator = await people.member('Tea', projectId, { role: 'translator' })
  await ask()
  const kindsOf = async ({ call }: typeof manager) =>
    (await call(api.notifications.list, {})).items.map(({ kind }) => kind)
  expect(await eventually(async () => (await kindsOf(manager))[0])).toBe('question')
  // They are notified in the same transaction.
  expect(await kindsOf(other)).toEqual([])
  expect(await kindsOf(translator)).toEqual([])
})
