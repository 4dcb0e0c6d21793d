import { api } from '@dragoman/contract'
import { TOTP } from 'otpauth'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
import { DATABASES, openTestServer, PASSWORD, type TestServer } from '../../../test/test-server.ts'

const START = Date.parse('2026-03-01T10:00:00Z')
let server: TestServer | null = null
let time = START
afterEach(async () => {
  await server?.close()
  server = null
  time = START
})

const codeOf = (uri: string, atMs: number) =>
  new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' }).generate({ timestamp: atMs })

/** Far away, and near enough to be the clock of a wrong time zone. */
const OFFSETS_MS = [60 * 60_000, -60 * 60_000, 10 * 60_000, 2 * 60_000, 24 * 60 * 60_000]

describe.each(DATABASES)('a code of another time · %s', (database) => {
  test('is answered at sign-in like any wrong code', async () => {
    server = await openTestServer({ database, now: () => new Date(time) })
    const { uri } = await server.call(api.account.startTotp, {})
    await server.call(api.account.confirmTotp, { body: { code: codeOf(uri, time) } })
    time += 60_000
    const answers = []
    for (const offsetMs of OFFSETS_MS) {
      const browser = browserOf(server)
      await browser.fail(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
      const { code, params } = await browser.fail(api.session.secondFactor, {
        body: { code: codeOf(uri, time + offsetMs) },
      })
      answers.push({ code, params })
      expect((await browser.call(api.session.get, {})).actor).toBeNull()
    }
    expect(answers).toEqual(OFFSETS_MS.map(() => ({ code: 'wrong-second-factor', params: {} })))
  })

  test('is recognized at set-up, where a wrong clock is reported with its minutes', async () => {
    server = await openTestServer({ database, now: () => new Date(time) })
    const { uri } = await server.call(api.account.startTotp, {})
    for (const [offsetMs, minutes] of [
      [60 * 60_000, 60],
      [-60 * 60_000, 60],
      [5 * 60_000, 5],
    ] as const) {
      const failure = await server.fail(api.account.confirmTotp, {
        body: { code: codeOf(uri, time + offsetMs) },
      })
      expect(failure).toMatchObject({ code: 'clock-off', params: { minutes } })
    }
    expect((await server.call(api.account.get, {})).hasSecondFactor).toBe(false)
  })
})
