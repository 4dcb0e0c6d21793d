import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from './browser-of.ts'
import { DATABASES, openTestServer, PASSWORD, type TestServer } from './test-server.ts'

const START = Date.parse('2026-03-01T10:00:00Z')
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let server: TestServer | null = null
let time = START
afterEach(async () => {
  await server?.close()
  server = null
  time = START
})

describe.each(DATABASES)('a clock that is set wrong · %s', (database) => {
  async function open(): Promise<TestServer> {
    server = await openTestServer({ database, now: () => new Date(time) })
    return server
  }
  const signIn = { body: { name: 'Ann', password: PASSWORD } }

  test('ahead for a moment ends no session, even if others sign in meanwhile', async () => {
    const test = await open()
    time += 400 * DAY
    await browserOf(test).call(api.session.signIn, signIn)
    time -= 400 * DAY
    expect((await test.call(api.session.get, {})).actor?.name).toBe('Ann')
  })

  test('ahead at a start deletes no entry of the audit log', async () => {
    const test = await open()
    const count = () =>
      server?.server.deps.store.read(
        async ({ db }) => (await db.selectFrom('audit_entry').select('id').execute()).length,
      )
    const before = await count()
    time += 1000 * DAY
    server = await test.restart()
    expect(await count()).toBeGreaterThanOrEqual(before ?? 0)
    expect(before).toBeGreaterThan(0)
  })

  test('back makes no one wait longer than the limit', async () => {
    const test = await open()
    const wrong = { body: { name: 'Ann', password: 'not the password' } }
    const browser = browserOf(test)
    for (let attempt = 0; attempt < 10; attempt++) await browser.fail(api.session.signIn, wrong)
    expect((await browser.fail(api.session.signIn, wrong)).code).toBe('too-many-requests')
    time -= 2 * HOUR
    expect((await browser.fail(api.session.signIn, wrong)).code).toBe('wrong-credentials')
  })

  test('back makes no proof last longer', async () => {
    const test = await open()
    time -= 2 * HOUR
    expect((await test.fail(api.account.startTotp, {})).code).toBe('proof-needed')
  })
})
