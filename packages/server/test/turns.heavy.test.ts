import { removeMembership, userByName } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { WAITING_MAX } from '../src/limits/take-turns.ts'
import { listen } from './listen.ts'
import { openPeople, type People } from './shop-people.ts'
import { holdRequest } from './slow-request.ts'
import { DATABASES } from './test-server.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(DATABASES)('calls of one person at the same time · %s', (database) => {
  let people: People
  let cookie: string
  beforeEach(async () => {
    people = await openPeople({ database, config: { callsAtOnce: 1 } })
    await people.add('Bea', { role: 'manager', languages: null, namespaces: null })
    cookie = await people.cookieOf('Bea')
  })
  afterEach(() => people.close())

  const sessionOf = (headers: Record<string, string>) =>
    fetch(`${people.server.origin}/api/session`, { headers })

  /** Holds the project, so that calls that write to it stay under way; returns how to let it go. */
  async function holdProject(): Promise<() => Promise<void>> {
    const { id } = await people.project()
    let letGo = () => {}
    const until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let writing: Promise<void> | null = null
    await new Promise<void>((resolve) => {
      writing = people.server.deps.store.write(async (w) => {
        await w.dialect.lockProject(w.db, id)
        resolve()
        await until
      })
    })
    return async () => {
      letGo()
      await writing
    }
  }

  function addKey(index: number) {
    return fetch(`${people.server.origin}/api/projects/shop/keys`, {
      method: 'POST',
      headers: { ...JSON_TYPE, cookie },
      body: JSON.stringify({ namespace: 'app', name: `k${index}`, plural: 'none', forms: { other: 'x' } }),
    })
  }

  test('wait in turn, one too many is refused, and others are answered meanwhile', async () => {
    const letGo = await holdProject()
    const calls = Array.from({ length: WAITING_MAX + 2 }, (_, index) => addKey(index))
    const refused = await Promise.race(calls)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      code: 'too-many-requests',
      params: { what: 'calls-at-once' },
    })
    expect((await sessionOf({})).status).toBe(200)
    expect((await people.request('/api/session')).status).toBe(200)
    expect((await fetch(`${people.server.origin}/d/shop/live/locales/en/app.json`)).status).toBe(404)
    await letGo()
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(WAITING_MAX + 1)
  })

  test('are checked again after they have waited', async () => {
    const letGo = await holdProject()
    const calls = Array.from({ length: WAITING_MAX + 2 }, (_, index) => addKey(index))
    await Promise.race(calls) // one was refused: all others have arrived
    const { id } = await people.project()
    const userId = (await people.server.deps.store.read((r) => userByName(r, 'Bea')))?.id ?? 0
    const removing = people.server.deps.store.write((w) => removeMembership(w, { userId, projectId: id }))
    await letGo()
    await removing
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(WAITING_MAX - 1)
  })

  test('that only arrive slowly, upload or listen take no turn', async () => {
    const { origin } = people.server
    const slow = holdRequest(origin, '/api/projects/shop/keys', {
      method: 'POST',
      headers: { ...JSON_TYPE, cookie },
    })
    await slow.send('{')
    const upload = holdRequest(origin, '/api/projects/shop/imports?name=en.json', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie },
    })
    await upload.send('{')
    const stream = listen(await fetch(`${origin}/api/projects/shop/events`, { headers: { cookie } }))
    expect((await sessionOf({ cookie })).status).toBe(200)
    expect((await slow.finish('}')).status).toBe(422)
    await upload.finish('}')
    await stream.leave()
  })
})

describe.each(DATABASES)('calls above the limit of an address · %s', (database) => {
  let people: People
  beforeEach(async () => {
    // A minute that does not end while the test counts.
    const now = () => new Date('2026-01-01T00:00:00Z')
    people = await openPeople({ database, now, config: { callLimits: { account: 0, token: 0, address: 5 } } })
  })
  afterEach(() => people.close())

  const WRONG = { authorization: `Bearer drg_${'0'.repeat(43)}` }
  const statusOf = async (headers: Record<string, string>, path = '/api/session') =>
    (await fetch(`${people.server.origin}${path}`, { headers })).status

  /** Calls until a call is refused; returns the statuses before that. */
  async function untilRefused(call: () => Promise<number>): Promise<ReadonlySet<number>> {
    const before = new Set<number>()
    for (let calls = 0; calls < 10; calls++) {
      const status = await call()
      if (status === 429) return before
      before.add(status)
    }
    throw new Error('No call was refused')
  }

  test('with an invalid token or session cost no read', async () => {
    expect(await untilRefused(() => statusOf(WRONG))).toEqual(new Set([401]))
    const name = (await people.cookieOf('Ann')).split('=')[0]
    const recorded = recordStatements()
    try {
      expect(await statusOf(WRONG)).toBe(429)
      expect(await statusOf({ cookie: `${name}=${'A'.repeat(43)}` })).toBe(429)
      expect(recorded.texts.filter((text) => /api_token|session/.test(text))).toEqual([])
    } finally {
      recorded.stop()
    }
  })

  test('do not shut out a person whose session is in use', async () => {
    expect((await people.request('/api/session')).status).toBe(200)
    await untilRefused(() => statusOf(WRONG))
    expect((await people.request('/api/session')).status).toBe(200)
  })

  test.each([
    '/api/notifications/events',
    '/api/projects/shop/events',
    '/api/docs',
    '/api/openapi.json',
    '/metrics',
  ])('%s counts too', async (path) => {
    expect(await untilRefused(() => statusOf({}, path))).toEqual(new Set([401]))
  })

  test('unsubscribing counts too', async () => {
    const unsubscribe = () => fetch(`${people.server.origin}/unsubscribe/what`, { method: 'POST' })
    const before = await untilRefused(async () => (await unsubscribe()).status)
    expect(before).toEqual(new Set([404]))
  })
})
