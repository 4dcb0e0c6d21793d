import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestServer, PASSWORD, SETUP_CODE, type TestServer } from '../../../test/test-server.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function fresh(options: Parameters<typeof openTestServer>[0] = {}): Promise<TestServer> {
  server = await openTestServer({ signIn: 'no', ...options })
  return server
}

describe('set-up', () => {
  test('by the printed code, once', async () => {
    const { call, fail, server: running } = await fresh()
    expect(running.address).toBe(`${running.origin}/setup?code=${SETUP_CODE}`)
    expect(await call(api.session.get, {})).toMatchObject({ setupNeeded: true, actor: null })
    const wrong = await fail(api.session.setUp, { body: { code: 'wrong', name: 'Ann', password: PASSWORD } })
    expect(wrong.code).toBe('wrong-code')
    const session = await call(api.session.setUp, { body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD } })
    expect(session).toMatchObject({ setupNeeded: false, actor: { name: 'Ann', instanceRole: 'owner', hasPassword: true } })
    const again = await fail(api.session.setUp, { body: { code: SETUP_CODE, name: 'Bob', password: PASSWORD } })
    expect(again.code).toBe('wrong-code')
  })

  test('ten wrong tries, then no more for a while', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { fail, request } = await fresh({ now: () => new Date(time) })
    const attempt = () => fail(api.session.setUp, { body: { code: 'wrong', name: 'Ann', password: PASSWORD } })
    for (let count = 0; count < 10; count++) expect((await attempt()).code).toBe('wrong-code')
    expect(await attempt()).toMatchObject({ code: 'too-many-requests', params: { retryAfterS: 900 } })
    const response = await request('/api/session/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: SETUP_CODE, name: 'Ann', password: PASSWORD }),
    })
    expect(response.headers.get('retry-after')).toBe('900')
    time += 15 * 60 * 1000 + 1
    expect((await attempt()).code).toBe('wrong-code')
  })
})

describe('sessions', () => {
  test('sign out, sign in', async () => {
    const { call, fail } = await fresh({ signIn: 'yes' })
    expect((await call(api.session.signOut, {})).actor).toBeNull()
    expect((await fail(api.projects.list, {})).code).toBe('not-signed-in')
    expect((await fail(api.session.signIn, { body: { name: 'Ann', password: 'not the password' } })).code).toBe('wrong-credentials')
    expect((await fail(api.session.signIn, { body: { name: 'Nobody', password: PASSWORD } })).code).toBe('wrong-credentials')
    expect((await call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })).actor?.name).toBe('Ann')
    expect(await call(api.projects.list, {})).toEqual({ projects: [] })
  })

  test('the cookie is out of reach of scripts and other sites', async () => {
    const { request } = await fresh()
    const response = await request('/api/session/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: SETUP_CODE, name: 'Ann', password: PASSWORD }),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^dragoman_\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  })

  test('a session that is used goes on, one that is not ends after thirty days', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const day = 24 * 60 * 60 * 1000
    const { call } = await fresh({ now: () => new Date(time), signIn: 'yes' })
    time += 29 * day
    expect((await call(api.session.get, {})).actor?.name).toBe('Ann')
    time += 29 * day
    expect((await call(api.session.get, {})).actor?.name).toBe('Ann')
    time += 31 * day
    expect((await call(api.session.get, {})).actor).toBeNull()
  })
})

describe('after an ordinary restart', () => {
  test('the address holds no code', async () => {
    const first = await fresh({ signIn: 'yes' })
    server = await first.restart()
    expect(server.server.address).toBe(server.server.origin)
  })
})
