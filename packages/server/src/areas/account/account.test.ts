import { api } from '@dragoman/contract'
import { createMember, setAddress, setSuspended } from '@dragoman/store'
import { TOTP } from 'otpauth'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
import { DATABASES, openTestServer, PASSWORD, type TestServer } from '../../../test/test-server.ts'

let server: TestServer | null = null
let time = Date.parse('2026-03-01T10:00:00Z')
afterEach(async () => {
  await server?.close()
  server = null
  time = Date.parse('2026-03-01T10:00:00Z')
})

async function fresh(options: Parameters<typeof openTestServer>[0] = {}): Promise<TestServer> {
  server = await openTestServer({ now: () => new Date(time), ...options })
  return server
}

const NEW_PASSWORD = 'quite another staple'
const codeOf = (uri: string, atMs: number) => {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return new TOTP({ secret }).generate({ timestamp: atMs })
}

/** Turns on the owner's second factor. */
async function withSecondFactor({ call }: TestServer) {
  const { uri } = await call(api.account.startTotp, {})
  const { recoveryCodes } = await call(api.account.confirmTotp, { body: { code: codeOf(uri, time) } })
  time += 60_000
  return { uri, recoveryCodes, code: (atMs = time) => codeOf(uri, atMs) }
}

/** Signs in with the password in its own browser, which then waits for the second factor. */
async function afterPassword(test: TestServer) {
  const browser = browserOf(test)
  const failure = await browser.fail(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  expect(failure.code).toBe('second-factor-needed')
  return browser
}

describe.each(DATABASES)('the consent to sign off commits · %s', (database) => {
  test('is in the audit log when it is given and withdrawn, and not for other changes', async () => {
    const { call } = await fresh({ database })
    for (const body of [
      { signsOff: true },
      { signsOff: true, language: 'de' },
      { language: 'pl' },
      { signsOff: false },
      { signsOff: false },
    ])
      await call(api.account.update, { body })
    const { entries } = await call(api.audit.list, { query: { limit: 20 } })
    const own = entries.filter(({ kind }) => kind === 'account.changed')
    expect(own.map(({ actor, target, details }) => [actor?.name, target, details])).toEqual([
      ['Ann', 'Ann', { what: 'sign-off', is: 'off' }],
      ['Ann', 'Ann', { what: 'sign-off', is: 'on' }],
    ])
  })
})

test('a new name is in the audit log, whichever route sets it', async () => {
  const { call } = await fresh()
  await call(api.account.update, { body: { name: 'Ann Kim' } })
  await call(api.session.rename, { body: { name: 'Ann Lee' } })
  await call(api.session.rename, { body: { name: 'Ann Lee' } })
  const { entries } = await call(api.audit.list, { query: { kind: 'account.changed', limit: 20 } })
  expect(entries.map(({ details }) => details)).toEqual([
    { what: 'name', to: 'Ann Lee' },
    { what: 'name', to: 'Ann Kim' },
  ])
})

describe.each(DATABASES)('sign-in · %s', (database) => {
  test('by an address, whatever its spelling', async () => {
    const test = await fresh({ database })
    const { store } = test.server.deps
    await store.write((w) => setAddress(w, 1, { address: 'Ann.Kim@Example.org', confirmedAt: 'now' }))
    for (const name of [
      'ann.kim@example.org',
      'ANN.KIM@EXAMPLE.ORG',
      'ａｎｎ.kim@example.org',
      'ann.\u212Aim@example.org',
    ]) {
      const session = await browserOf(test).call(api.session.signIn, { body: { name, password: PASSWORD } })
      expect(session.actor?.name).toBe('Ann')
    }
    const other = await store.write((w) =>
      createMember(w, { name: 'Eve', passwordHash: null, at: new Date(time).toISOString() }),
    )
    await expect(
      store.write((w) => setAddress(w, other.id, { address: 'ANN.ｋIM@example.org', confirmedAt: 'now' })),
    ).rejects.toThrow()
    const unconfirmed = { address: 'ann.kim@example.org', confirmedAt: null }
    await store.write((w) => setAddress(w, 1, unconfirmed))
    expect(
      (
        await browserOf(test).fail(api.session.signIn, {
          body: { name: 'ann.kim@example.org', password: PASSWORD },
        })
      ).code,
    ).toBe('wrong-credentials')
  })

  test('with a code of the authenticator app, once', async () => {
    const test = await fresh({ database })
    const { code } = await withSecondFactor(test)
    const browser = await afterPassword(test)
    expect((await browser.call(api.session.get, {})).actor).toBeNull()
    expect((await browser.fail(api.account.get, {})).code).toBe('not-signed-in')
    const wrong = await browser.fail(api.session.secondFactor, { body: { code: '000000' } })
    expect(wrong.code).toBe('wrong-second-factor')
    const now = code()
    expect((await browser.call(api.session.secondFactor, { body: { code: now } })).actor?.name).toBe('Ann')
    const again = await afterPassword(test)
    expect((await again.fail(api.session.secondFactor, { body: { code: now } })).code).toBe(
      'wrong-second-factor',
    )
  })

  test('one code in two tabs signs in only one of them', async () => {
    const test = await fresh({ database })
    const { code } = await withSecondFactor(test)
    const tabs = [await afterPassword(test), await afterPassword(test)]
    const body = { code: code() }
    const answers = await Promise.allSettled(tabs.map((tab) => tab.call(api.session.secondFactor, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('each recovery code works once', async () => {
    const test = await fresh({ database })
    const { recoveryCodes } = await withSecondFactor(test)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const browser = await afterPassword(test)
    await browser.call(api.session.secondFactor, { body: { code: code.toUpperCase().replaceAll('-', ' ') } })
    expect((await browser.call(api.account.get, {})).recoveryCodesLeft).toBe(9)
    const again = await afterPassword(test)
    expect((await again.fail(api.session.secondFactor, { body: { code } })).code).toBe('wrong-second-factor')
    const renewed = await browser.call(api.account.renewRecoveryCodes, {})
    const old = recoveryCodes[1] ?? ''
    expect((await again.fail(api.session.secondFactor, { body: { code: old } })).code).toBe(
      'wrong-second-factor',
    )
    const [fresher = ''] = renewed.recoveryCodes
    expect((await again.call(api.session.secondFactor, { body: { code: fresher } })).actor?.name).toBe('Ann')
  })
})

describe('the second factor', () => {
  test('is requested in the browser that sent the password, for ten minutes', async () => {
    const test = await fresh()
    const { code } = await withSecondFactor(test)
    const stranger = browserOf(test)
    expect((await stranger.fail(api.session.secondFactor, { body: { code: code() } })).code).toBe(
      'sign-in-again',
    )
    const browser = await afterPassword(test)
    time += 10 * 60_000 + 1
    expect((await browser.fail(api.session.secondFactor, { body: { code: code() } })).code).toBe(
      'sign-in-again',
    )
  })

  test('cannot be guessed from many browsers', async () => {
    const test = await fresh()
    await withSecondFactor(test)
    const codes: string[] = []
    for (let tried = 0; tried < 12; tried++) {
      const browser = browserOf(test)
      const answer = await browser.fail(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
      codes.push(
        answer.code === 'second-factor-needed'
          ? (await browser.fail(api.session.secondFactor, { body: { code: `00000${tried % 10}` } })).code
          : answer.code,
      )
    }
    expect(codes.slice(-2)).toEqual(['too-many-requests', 'too-many-requests'])
  })

  test('its secret is encrypted in the database', async () => {
    const test = await fresh()
    const { secret } = await test.call(api.account.startTotp, {})
    const { rows } = await test.server.deps.store.read(async ({ db }) => ({
      rows: await db.selectFrom('user').select('totp_secret').execute(),
    }))
    expect(rows[0]?.totp_secret).toMatch(/^v1\./)
    expect(rows[0]?.totp_secret).not.toContain(secret)
  })

  test('is removed only after proof of identity', async () => {
    const test = await fresh()
    await withSecondFactor(test)
    time += 11 * 60_000
    expect((await test.fail(api.account.removeTotp, {})).code).toBe('proof-needed')
    expect((await test.fail(api.account.prove, { body: { password: 'not the password' } })).code).toBe(
      'wrong-credentials',
    )
    expect((await test.fail(api.account.removeTotp, {})).code).toBe('proof-needed')
    await test.call(api.account.prove, { body: { password: PASSWORD } })
    expect((await test.call(api.account.removeTotp, {})).hasSecondFactor).toBe(false)
    await browserOf(test).call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  })
})

describe('passwords', () => {
  test('changing one ends all other sessions', async () => {
    const test = await fresh()
    const other = browserOf(test)
    await other.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    expect(
      (
        await test.fail(api.account.setPassword, {
          body: { current: 'not the password', password: NEW_PASSWORD },
        })
      ).code,
    ).toBe('wrong-credentials')
    expect(
      (await test.fail(api.account.setPassword, { body: { current: PASSWORD, password: 'password12' } }))
        .code,
    ).toBe('password-too-common')
    await test.call(api.account.setPassword, { body: { current: PASSWORD, password: NEW_PASSWORD } })
    expect((await test.call(api.session.get, {})).actor?.name).toBe('Ann')
    expect((await other.call(api.session.get, {})).actor).toBeNull()
    expect((await other.fail(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })).code).toBe(
      'wrong-credentials',
    )
  })

  test('with 10,000 characters are refused before anything is computed', async () => {
    const test = await fresh()
    const password = 'x'.repeat(10_000)
    for (const failure of [
      await browserOf(test).fail(api.session.signIn, { body: { name: 'Ann', password } }),
      await test.fail(api.account.setPassword, { body: { current: PASSWORD, password } }),
      await test.fail(api.account.prove, { body: { password } }),
    ])
      expect(failure).toMatchObject({ code: 'invalid-input', fields: [{ code: 'too-big' }] })
  })
})

describe('sessions', () => {
  test('are listed with their devices; ending a stolen one signs it out immediately', async () => {
    const test = await fresh()
    const thief = browserOf(test, {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
    })
    await thief.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const { sessions } = await test.call(api.account.sessions, {})
    expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    const stolen = sessions.find(({ isCurrent }) => !isCurrent)
    expect(stolen).toMatchObject({ device: 'Firefox, Windows', address: '127.0.0.1' })
    await test.call(api.account.endSession, { params: { session: stolen?.id ?? '' } })
    expect((await thief.fail(api.account.get, {})).code).toBe('not-signed-in')
    expect((await test.fail(api.account.endSession, { params: { session: stolen?.id ?? '' } })).code).toBe(
      'not-found',
    )
  })

  test('of others cannot be ended', async () => {
    const test = await fresh()
    const { sessions } = await test.call(api.account.sessions, {})
    const { store } = test.server.deps
    const passwordHash = await test.server.deps.passwords.hash(PASSWORD)
    await store.write((w) => createMember(w, { name: 'Eve', passwordHash, at: new Date(time).toISOString() }))
    const eve = browserOf(test)
    await eve.call(api.session.signIn, { body: { name: 'Eve', password: PASSWORD } })
    const params = { session: sessions[0]?.id ?? '' }
    expect((await eve.fail(api.account.endSession, { params })).code).toBe('not-found')
    await test.call(api.account.get, {})
  })

  test('end everywhere together', async () => {
    const test = await fresh()
    const other = browserOf(test)
    await other.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    expect((await test.call(api.account.endSessions, {})).actor).toBeNull()
    for (const browser of [test, other])
      expect((await browser.fail(api.account.get, {})).code).toBe('not-signed-in')
  })

  test('end when their person is suspended, and none starts', async () => {
    const test = await fresh()
    await test.server.deps.store.write((w) => setSuspended(w, 1, new Date(time).toISOString()))
    expect((await test.fail(api.account.get, {})).code).toBe('not-signed-in')
    const browser = browserOf(test)
    expect((await browser.fail(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })).code).toBe(
      'account-suspended',
    )
    expect(
      (await browser.fail(api.session.signIn, { body: { name: 'Ann', password: 'not the password' } })).code,
    ).toBe('wrong-credentials')
  })
})

describe('pictures', () => {
  const PNG = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )

  test('are served with the type of their bytes, and requested once', async () => {
    const test = await fresh()
    const { picture } = await test.call(api.account.setPicture, { bytes: PNG })
    const shown = await test.request(`/api/people/1/picture?v=${picture}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG)
    const etag = shown.headers.get('etag') ?? ''
    const again = await test.request('/api/people/1/picture', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await fetch(`${test.server.origin}/api/people/1/picture`)).status).toBe(401)
    await test.call(api.account.removePicture, {})
    expect((await test.request('/api/people/1/picture')).status).toBe(404)
  })

  test.each([
    ['a script', new TextEncoder().encode('<svg onload="alert(1)">')],
    ['nothing', new Uint8Array()],
  ])('%s is none', async (_, bytes) => {
    const test = await fresh()
    expect((await test.fail(api.account.setPicture, { bytes })).code).toBe('unsupported-picture')
  })

  test('one of more than a megabyte is too large', async () => {
    const test = await fresh()
    const bytes = new Uint8Array(1024 * 1024 + 1).fill(1).map((byte, i) => PNG[i] ?? byte)
    expect((await test.fail(api.account.setPicture, { bytes })).code).toBe('too-large')
  })
})
