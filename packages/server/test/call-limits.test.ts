import { api, Failure, isFailure } from '@dragoman/contract'
import { attemptsOf } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { countCalls } from '../src/limits/count-calls.ts'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES, eventually } from './test-server.ts'

onBoth('calls that are counted', (open) => {
  let database: TestDatabase | null = null
  afterEach(() => database?.remove())

  test('processes of a database share a limit, and each lets through at most a twentieth too much', async () => {
    database = await open()
    const { store } = database
    let time = Date.parse('2026-01-01T00:00:05Z')
    const deps = { store, now: () => new Date(time), log: () => undefined }
    const processes = [1, 2].map(() => countCalls({ account: 100, token: 0, address: 0 }, deps))
    const written = () => store.read((r) => attemptsOf(r, 'calls account user:1', time))
    let passed = 0
    for (let call = 0; call < 300; call++) {
      try {
        processes[call % 2]?.count('account', 'user:1')
        passed += 1
      } catch (error) {
        if (!isFailure(error, 'too-many-requests')) throw error
        expect(error.params).toEqual({ what: 'calls', retryAfterS: 55 })
      }
      const known = 5 * Math.floor(passed / 10) * 2
      await eventually(async () => (await written()).count >= Math.min(known, 100))
    }
    expect(passed).toBeGreaterThanOrEqual(100)
    expect(passed).toBeLessThanOrEqual(110)
    // Others have separate limits, what is not limited passes, and the limit is reset in the next minute.
    processes[0]?.count('account', 'user:2')
    for (let call = 0; call < 300; call++) processes[0]?.count('token', 7)
    time += 55_000
    processes[0]?.count('account', 'user:1')
  })

  test('accounts with few calls are never written to the database', async () => {
    database = await open()
    const { store } = database
    const now = () => new Date('2026-01-01T00:00:00Z')
    const calls = countCalls({ account: 100, token: 0, address: 0 }, { store, now, log: () => undefined })
    for (let call = 0; call < 4; call++) calls.count('account', 'user:1')
    const row = await store.read((r) => attemptsOf(r, 'calls account user:1', now().getTime()))
    expect(row.count).toBe(0)
  })
})

describe.each(DATABASES)('limits of calls · %s', (database) => {
  let people: People
  afterEach(() => people.close())

  test('an account, a token and an address with too many requests get the time of the next attempt; delivery continues', async () => {
    // A stopped clock: the limits are reset with each minute, which can begin during the test.
    const now = () => new Date('2026-01-01T00:00:30Z')
    people = await openPeople({
      database,
      now,
      config: { callLimits: { account: 40, token: 20, address: 30 } },
    })
    const { origin } = people.server
    const cookie = await people.cookieOf('Ann')
    const ask = (headers: Record<string, string>) => fetch(`${origin}/api/session`, { headers })
    const answersOf = async (headers: Record<string, string>) => {
      let last = await ask(headers)
      let count = 1
      while (last.status === 200 && count < 100) {
        last = await ask(headers)
        count += 1
      }
      return { last, count }
    }
    const person = await answersOf({ cookie })
    expect(person.count).toBeLessThanOrEqual(41)
    expect(person.last.status).toBe(429)
    expect(person.last.headers.get('retry-after')).toBe('30')
    expect(await person.last.json()).toMatchObject({ code: 'too-many-requests', params: { what: 'calls' } })
    // No one else is blocked by it: unauthenticated callers of this address have a separate limit.
    const nobody = await answersOf({})
    expect(nobody.last.status).toBe(429)
    const guessing = await fetch(`${origin}/api/session`, {
      headers: { authorization: 'Bearer drg_0123456789012345678901234567890123456789' },
    })
    expect(guessing.status).toBe(429)
    for (let call = 0; call < 50; call++)
      expect((await fetch(`${origin}/d/shop/live/locales/en/app.json`)).status).toBe(404)
  })

  test('emails of invitations are limited for each project and hour, and links without email are not', async () => {
    people = await openPeople({
      database,
      config: {
        mail: {
          host: '127.0.0.1',
          port: 9,
          isSecure: false,
          auth: null,
          tls: 'off',
          from: { name: 'Dragoman', address: 'l10n@example.com' },
        },
      },
    })
    const params = { project: 'shop' }
    const rights = { role: 'viewer' as const, languages: null, namespaces: null }
    const invite = (addresses: string[]) =>
      people.call(api.invitations.create, { params, body: { addresses, number: 1, days: 7, rights } })
    const addresses = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `p${from + index}@example.org`)
    for (let from = 0; from < 100; from += 20) await invite(addresses(from, 20))
    const refused: unknown = await invite(addresses(100, 1)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Failure)
    expect(refused).toMatchObject({ code: 'too-many-requests', params: { what: 'invitation-mails' } })
    const { invitations } = await invite([])
    expect(invitations[0]?.url).toContain('/invite/')
  })
})
