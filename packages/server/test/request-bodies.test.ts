import { api } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../src/http/mount.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { rawRequest } from './raw-request.ts'
import { holdRequest } from './slow-request.ts'
import { leaveTime, openTestServer, PASSWORD, type TestServer } from './test-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({})
})
afterAll(() => server.close())

function signIn(body: string) {
  const headers = { ...JSON_TYPE, 'content-length': String(Buffer.byteLength(body)) }
  return rawRequest(server.server.origin, '/api/session', { method: 'POST', headers, body })
}

describe('the body of a request', () => {
  test('is refused when it is larger than its route declares', async () => {
    const answer = await signIn(
      JSON.stringify({ name: 'Ann', password: PASSWORD, more: 'x'.repeat(64 * 1024) }),
    )
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'too-large', params: { limitBytes: 64 * 1024 } })
  })

  test('is refused when it is nested too deeply, before it is parsed', async () => {
    const deep = '['.repeat(LIMITS.nestingMax + 1) + ']'.repeat(LIMITS.nestingMax + 1)
    const answer = await signIn(deep)
    expect(answer.status).toBe(422)
    expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ pointer: '', code: 'too-deep' }] })
  })

  test('can contain any number of brackets within its texts', async () => {
    const name = '[{"\\'.repeat(20)
    const answer = await signIn(JSON.stringify({ name, password: '['.repeat(LIMITS.nestingMax + 1) }))
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'wrong-credentials' })
  })

  test('can be as large as the largest text for a save', async () => {
    await server.call(api.projects.create, { body: { slug: 'large', name: 'Large', sourceLanguage: 'en' } })
    const { key } = await server.call(api.keys.create, {
      params: { project: 'large' },
      body: {
        namespace: 'app',
        name: 'text',
        plural: 'none',
        forms: { other: '\u0001'.repeat(LIMITS.formMax) },
      },
    })
    expect(key.name).toBe('text')
  })
})

describe('a file', () => {
  const RAW = { 'content-type': 'application/octet-stream' }
  let person: TestPerson
  beforeAll(async () => {
    person = await peopleOf(server).stranger('Pia')
  })

  test.each(
    allRoutes()
      .filter(({ route }) => route.raw !== undefined)
      .map(({ area, name, route }) => [`${area}.${name}`, route.bodyLimit] as const),
  )('is taken by %s up to %s bytes only', (name, bytes) => {
    expect(FILE_LIMITS.get(name)).toBe(bytes)
  })

  test('is refused as soon as it is larger than its route declares, before the rest of it comes', async () => {
    const held = holdRequest(server.server.origin, '/api/account/picture', {
      method: 'PUT',
      headers: { ...RAW, cookie: person.cookie },
    })
    await held.send(new Uint8Array(LIMITS.pictureBytesMax))
    await held.send(new Uint8Array(1))
    const answer = await held.answer
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'too-large',
      params: { limitBytes: LIMITS.pictureBytesMax },
    })
  })

  test('is refused by the size that its head declares', async () => {
    const answer = await rawRequest(server.server.origin, '/api/account/picture', {
      method: 'PUT',
      headers: { ...RAW, cookie: person.cookie, 'content-length': String(LIMITS.pictureBytesMax + 1) },
      body: '',
    })
    expect(answer.status).toBe(413)
  })
})

/** What each route that takes files declares. */
const FILE_LIMITS = new Map([
  ['account.setPicture', 1024 * 1024],
  ['screenshots.addImage', 10 * 1024 * 1024],
  ['files.plan', 32 * 1024 * 1024],
  ['files.import', 32 * 1024 * 1024],
  ['imports.upload', 100 * 1024 * 1024],
])

describe('a file that arrives slowly', () => {
  const project = 'slow'
  let slow: TestServer
  let person: TestPerson
  beforeAll(async () => {
    slow = await openTestServer({ bodyMs: 50 })
    await slow.call(api.projects.create, { body: { slug: project, name: 'Slow', sourceLanguage: 'en' } })
    const row = await slow.server.deps.store.read((r) => projectBySlug(r, project))
    person = await peopleOf(slow).member('Dev', row?.id ?? 0, { role: 'developer' })
  })
  afterAll(() => slow.close())

  function hold(path: string, method: string) {
    const headers = { 'content-type': 'application/octet-stream', cookie: person.cookie }
    return holdRequest(slow.server.origin, path, { method, headers })
  }
  const codeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { code?: string }).code

  test.each([
    ['a picture', '/api/account/picture', 'PUT'],
    ['a file to import', `/api/projects/${project}/files/import?path=de.json`, 'POST'],
    ['a screenshot', `/api/projects/${project}/screenshot-images`, 'POST'],
  ])('is answered with 408 when it stops: %s', async (_, path, method) => {
    const held = hold(path, method)
    await held.send('abc')
    expect(await held.answer).toMatchObject({ status: 408, closes: true })
  })

  test('is answered with 408 when it stops, also where it is stored as it arrives', async () => {
    const { upload } = await person.call(api.imports.create, { params: { project } })
    const held = hold(`/api/projects/${project}/imports/${upload}/files?path=de.json`, 'POST')
    await held.send('{')
    const answer = await held.answer
    expect([answer.status, codeOf(answer)]).toEqual([408, 'too-slow'])
  })

  test('is read to its end while enough of it arrives', async () => {
    const held = hold('/api/account/picture', 'PUT')
    // Ten seconds at the slowest rate.
    await held.send(new Uint8Array(320 * 1024))
    await leaveTime()
    expect(codeOf(await held.finish('abc'))).toBe('unsupported-picture')
  })
})

describe('the bodies that are in memory at the same time', () => {
  const KB = 1024
  let tight: TestServer
  let people: readonly TestPerson[]
  beforeAll(async () => {
    tight = await openTestServer({ bodyBytes: { ofCaller: 700 * KB, inTotal: 1200 * KB } })
    const { stranger } = peopleOf(tight)
    people = [await stranger('Ada'), await stranger('Bo'), await stranger('Cy')]
  })
  afterAll(() => tight.close())

  function upload(place: number) {
    const headers = { 'content-type': 'application/octet-stream', cookie: people[place]?.cookie ?? '' }
    return holdRequest(tight.server.origin, '/api/account/picture', { method: 'PUT', headers })
  }
  const inMemory = () => tight.server.deps.bodies.inTotal()

  test('are limited for each caller and for all, and counted until their calls end', async () => {
    const first = upload(0)
    await first.send(new Uint8Array(600 * KB))
    await expect.poll(inMemory).toBe(600 * KB)
    const more = upload(0)
    await more.send(new Uint8Array(200 * KB))
    const refused = await more.answer
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      429,
      { code: 'too-many-requests', params: { what: 'bytes-at-once' } },
    ])
    const other = upload(1)
    await other.send(new Uint8Array(500 * KB))
    await expect.poll(inMemory).toBe(1100 * KB)
    const beyond = upload(2)
    await beyond.send(new Uint8Array(200 * KB))
    const busy = await beyond.answer
    expect([busy.status, JSON.parse(busy.body)]).toMatchObject([503, { code: 'busy' }])
    // Both that were received in time are answered, and leave nothing behind.
    expect((await first.finish('x')).status).toBe(415)
    expect((await other.finish('x')).status).toBe(415)
    await expect.poll(inMemory).toBe(0)
    const again = upload(2)
    expect((await again.finish(new Uint8Array(600 * KB))).status).toBe(415)
  })
})

test('a body that does not arrive as a whole in time is answered with 408, and the connection closes', async () => {
  const slow = await openTestServer({ bodyMs: 50 })
  try {
    const held = holdRequest(slow.server.origin, '/api/session', { method: 'POST', headers: JSON_TYPE })
    await held.send('{')
    const answer = await held.answer
    expect(answer).toMatchObject({ status: 408, closes: true })
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'too-slow' })
  } finally {
    await slow.close()
  }
})

test('a person who is signed out while their request arrives is not signed in for it', async () => {
  const project = 'late'
  await server.call(api.projects.create, { body: { slug: project, name: 'Late', sourceLanguage: 'en' } })
  const thief = await fetch(`${server.server.origin}/api/session`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ name: 'Ann', password: PASSWORD }),
  })
  const cookie = thief.headers.get('set-cookie')?.split(';')[0] ?? ''
  const held = holdRequest(server.server.origin, `/api/projects/${project}/languages`, {
    method: 'POST',
    headers: { ...JSON_TYPE, cookie },
  })
  await held.send('{')
  const signedOut = await fetch(`${server.server.origin}/api/session`, {
    method: 'DELETE',
    headers: { cookie },
  })
  expect(signedOut.status).toBe(200)
  const answer = await held.finish('"tag":"de"}')
  expect(answer.status).toBe(401)
  const { languages } = await server.call(api.projects.get, { params: { project } })
  expect(languages.map(({ tag }) => tag)).toEqual(['en'])
})
