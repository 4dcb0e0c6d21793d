import { api, PERSON_HEADER } from '@dragoman/contract'
import { addLanguage, createProject } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MARA } from '../../store/test/sample.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { openTestServer, type TestServer } from './test-server.ts'

// All windows of a browser share one session. A window that still shows Ann does not know yet that Ben has signed in.

let server: TestServer
let ben: TestPerson
let ann: string
const keys = { params: { project: 'shop' }, query: { languages: 'en' } }

beforeAll(async () => {
  server = await openTestServer()
  ann = (await server.call(api.session.get, {})).actor?.id ?? ''
  const at = new Date().toISOString()
  const { id } = await server.server.deps.store.write(async (w) => {
    const project = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at })
    await addLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at })
    return project
  })
  ben = await peopleOf(server).member('Ben', id, { role: 'manager' })
})
afterAll(() => server.close())

/** Calls a path with Ben's session, from a window that shows a person. */
async function callFrom(person: string, path: string, init: RequestInit = {}) {
  const headers = {
    'content-type': 'application/json',
    origin: server.server.origin,
    [PERSON_HEADER]: person,
  }
  const response = await ben.send(path, { ...init, headers })
  const text = response.headers.get('content-type')?.includes('event-stream') ? '' : await response.text()
  await response.body?.cancel().catch(() => {})
  return { status: response.status, code: text === '' ? null : (JSON.parse(text) as { code?: string }).code }
}

const key = JSON.stringify({ namespace: 'app', name: 'title', plural: 'none', forms: { other: 'Title' } })
const CALLS: readonly (readonly [string, string, RequestInit])[] = [
  ['a write in a project', '/api/projects/shop/keys', { method: 'POST', body: key }],
  ['a read in a project', '/api/projects/shop', {}],
  ['a write of the own account', '/api/session/profile', { method: 'PATCH', body: '{"name":"Ann B."}' }],
  ['the end of the session', '/api/session', { method: 'DELETE' }],
]

test.each(CALLS)('%s is refused from a window that shows another person', async (_, path, init) => {
  expect(await callFrom(ann, path, init)).toEqual({ status: 401, code: 'not-signed-in' })
  expect((await ben.call(api.keys.page, keys)).rows).toEqual([])
  expect((await ben.call(api.session.get, {})).actor?.name).toBe('Ben')
})

test('such a window can read who is signed in', async () => {
  expect((await callFrom(ann, '/api/session')).status).toBe(200)
})

test.each(['/api/projects/shop/events?window=a&person=', '/api/notifications/events?person='])(
  'a stream of events is opened only for the person that the window shows: %s',
  async (path) => {
    const open = (person: string) => ben.send(`${path}${encodeURIComponent(person)}`)
    expect((await open(ann)).status).toBe(401)
    const stream = await open(ben.actor.id)
    expect(stream.status).toBe(200)
    await stream.body?.cancel()
  },
)

test('a window that shows the person of the session can write', async () => {
  expect(
    (await callFrom(ben.actor.id, '/api/projects/shop/keys', { method: 'POST', body: key })).status,
  ).toBe(200)
})
