import { api } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from './raw-request.ts'
import { holdRequest } from './slow-request.ts'
import { openTestServer, PASSWORD, type TestServer } from './test-server.ts'

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
