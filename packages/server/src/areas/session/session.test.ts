import { BlockList } from 'node:net'
import { api } from '@dragoman/contract'
import { createMember, createOwner } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
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
  test('with the printed code, once', async () => {
    const { call, fail, server: running } = await fresh()
    expect(running.address).toBe(`${running.origin}/setup?code=${SETUP_CODE}`)
    expect(await call(api.session.get, {})).toMatchObject({ setupNeeded: true, actor: null })
    const wrong = await fail(api.session.setUp, { body: { code: 'wrong', name: 'Ann', password: PASSWORD } })
    expect(wrong.code).toBe('wrong-code')
    const session = await call(api.session.setUp, {
      body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD },
    })
    expect(session).toMatchObject({
      setupNeeded: false,
      actor: { name: 'Ann', instanceRole: 'owner', hasPassword: true },
    })
    const again = await fail(api.session.setUp, {
      body: { code: SETUP_CODE, name: 'Bob', password: PASSWORD },
    })
    expect(again.code).toBe('wrong-code')
  })

  test.each(['1234567890', 'password12', 'qwertyuiop', 'ann1234567', 'dragoman2026'])(
    '%s is refused as a password',
    async (password) => {
      const { call, fail } = await fresh()
      expect(
        (await fail(api.session.setUp, { body: { code: SETUP_CODE, name: 'Ann', password } })).code,
      ).toBe('password-too-common')
      expect(await call(api.session.checkPassword, { body: { name: 'Ann', password } })).toEqual({
        problem: 'password-too-common',
      })
      expect(await call(api.session.checkPassword, { body: { name: 'Ann', password: PASSWORD } })).toEqual({
        problem: null,
      })
      await call(api.session.setUp, { body: { code: SETUP_CODE, name: 'Ann', password: PASSWORD } })
      expect((await fail(api.session.checkPassword, { body: { name: 'Ann', password } })).code).toBe(
        'already-set-up',
      )
    },
  )

  test('ten wrong attempts, then none for a while', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { fail, request } = await fresh({ now: () => new Date(time) })
    const attempt = () =>
      fail(api.session.setUp, { body: { code: 'wrong', name: 'Ann', password: PASSWORD } })
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

test('signing in ends the previous session of the browser, also that of someone else', async () => {
  const test = await fresh({ signIn: 'yes' })
  const { store, passwords } = test.server.deps
  const passwordHash = await passwords.hash(PASSWORD)
  await store.write((w) => createMember(w, { name: 'Eve', passwordHash, at: new Date().toISOString() }))
  const browser = browserOf(test)
  for (const name of ['Ann', 'Ann', 'Eve'])
    await browser.call(api.session.signIn, { body: { name, password: PASSWORD } })
  const { sessions } = await test.call(api.admin.sessions, { query: { limit: 10 } })
  expect(sessions.map(({ person, isCurrent }) => [person.name, isCurrent]).sort()).toEqual([
    ['Ann', true],
    ['Eve', false],
  ])
})

describe('many attempts at the same time', () => {
  const post = (path: string, body: unknown): [string, RequestInit] => [
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ]
  async function codesOf(
    request: TestServer['request'],
    calls: readonly [string, RequestInit][],
  ): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    const answers = await Promise.all(calls.map(([path, init]) => request(path, init)))
    for (const answer of answers) {
      const { code } = (await answer.json()) as { code: string }
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    return counts
  }

  test('of 300 wrong passwords ten are checked, and other requests are answered meanwhile', async () => {
    const { request, server: running } = await fresh({ signIn: 'yes' })
    let isDone = false
    const asked = codesOf(
      request,
      Array.from({ length: 300 }, (_, i) => post('/api/session', { name: 'Ann', password: `wrong ${i}` })),
    )
    const meanwhile = (async () => {
      let answers = 0
      while (!isDone) {
        await fetch(`${running.origin}/health/live`)
        answers += 1
      }
      return answers
    })()
    const codes = await asked
    isDone = true
    expect(codes.get('wrong-credentials')).toBe(10)
    expect(codes.get('too-many-requests')).toBe(290)
    expect(await meanwhile).toBeGreaterThan(0)
  })

  test('of 300 wrong codes ten are compared', async () => {
    const { request } = await fresh()
    const calls = Array.from({ length: 300 }, (_, i) =>
      post('/api/session/setup', { code: `wrong${i}`, name: 'Ann', password: PASSWORD }),
    )
    const codes = await codesOf(request, calls)
    expect([codes.get('wrong-code'), codes.get('too-many-requests')]).toEqual([10, 290])
  })

  test('too many passwords at the same time get a retry time, and do not count as wrong', async () => {
    const trusted = new BlockList()
    trusted.addAddress('127.0.0.1')
    const { request } = await fresh({
      signIn: 'yes',
      config: { network: { publicOrigins: [], trustedProxies: trusted } },
    })
    const calls = Array.from({ length: 60 }, (_, i): [string, RequestInit] => {
      const [path, init] = post('/api/session', { name: 'Ann', password: 'wrong password' })
      return [path, { ...init, headers: { ...init.headers, 'x-forwarded-for': `198.51.100.${i}` } }]
    })
    const codes = await codesOf(request, calls)
    expect(codes.get('busy')).toBeGreaterThan(0)
    expect((codes.get('busy') ?? 0) + (codes.get('wrong-credentials') ?? 0)).toBe(60)
    const [path, init] = post('/api/session', { name: 'Ann', password: PASSWORD })
    expect(
      (await request(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': '203.0.113.5' } }))
        .status,
    ).toBe(200)
  })

  test('links to a new password are counted for each network, not for each of its IPv6 addresses', async () => {
    const trusted = new BlockList()
    trusted.addAddress('127.0.0.1')
    const { request } = await fresh({
      signIn: 'yes',
      config: { network: { publicOrigins: [], trustedProxies: trusted } },
    })
    const ask = async (address: string) => {
      const [path, init] = post('/api/account/reset', { name: 'Ann' })
      return (await request(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } }))
        .status
    }
    const statuses: number[] = []
    for (let host = 1; host <= 11; host++) statuses.push(await ask(`2001:db8:1:2::${host}`))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(await ask('2001:db8:1:3::1')).toBe(200)
  })

  test('wrong codes of others do not block people with a random code', async () => {
    const { request, server: running } = await fresh({ config: { setupCode: null } })
    const wrong = Array.from({ length: 30 }, () =>
      post('/api/session/setup', { code: 'wrong', name: 'Ann', password: PASSWORD }),
    )
    await codesOf(request, wrong)
    const code = new URL(running.address).searchParams.get('code')
    const [path, init] = post('/api/session/setup', { code, name: 'Ann', password: PASSWORD })
    expect((await request(path, init)).status).toBe(200)
  })
})

describe('a server with accounts', () => {
  test('does not accept its setup code as a sign-in', async () => {
    const { server: running, fail } = await fresh()
    const { store, setupCode } = running.deps
    // As in a process that was started before another one was set up, by someone who has since left.
    await store.write((w) => createOwner(w, { name: 'Boss', passwordHash: null, at: '2026-01-01T00:00:00Z' }))
    expect(setupCode.current()).toBe(SETUP_CODE)
    expect((await fail(api.session.enter, { body: { code: SETUP_CODE } })).code).toBe('wrong-code')
    const sessions = await store.read(({ db }) => db.selectFrom('session').select('user_id').execute())
    expect(sessions).toEqual([])
  })
})

describe('sessions', () => {
  test('sign out, sign in', async () => {
    const { call, fail } = await fresh({ signIn: 'yes' })
    expect((await call(api.session.signOut, {})).actor).toBeNull()
    expect((await fail(api.projects.list, {})).code).toBe('not-signed-in')
    expect(
      (await fail(api.session.signIn, { body: { name: 'Ann', password: 'not the password' } })).code,
    ).toBe('wrong-credentials')
    expect((await fail(api.session.signIn, { body: { name: 'Nobody', password: PASSWORD } })).code).toBe(
      'wrong-credentials',
    )
    expect((await call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })).actor?.name).toBe(
      'Ann',
    )
    expect(await call(api.projects.list, {})).toEqual({ projects: [] })
  })

  test('a person changes their name', async () => {
    const { call, fail } = await fresh({ signIn: 'yes' })
    expect((await call(api.session.rename, { body: { name: 'Ann Other' } })).actor?.name).toBe('Ann Other')
    expect((await call(api.session.get, {})).actor?.name).toBe('Ann Other')
    await call(api.session.signOut, {})
    expect((await fail(api.session.rename, { body: { name: 'Nobody' } })).code).toBe('not-signed-in')
    expect(
      (await call(api.session.signIn, { body: { name: 'Ann Other', password: PASSWORD } })).actor?.name,
    ).toBe('Ann Other')
  })

  test('the cookie is out of reach of scripts and other sites', async () => {
    const { request } = await fresh()
    const response = await request('/api/session/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: SETUP_CODE, name: 'Ann', password: PASSWORD }),
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^dragoman_\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('a session in use continues, an unused one ends after thirty days', async () => {
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
  test('the address contains no code', async () => {
    const first = await fresh({ signIn: 'yes' })
    server = await first.restart()
    expect(server.server.address).toBe(server.server.origin)
  })
})
