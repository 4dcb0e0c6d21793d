import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf, type TestBrowser } from '../../../test/browser-of.ts'
import { CLIENT, openIdentityProvider } from '../../../test/identity-provider.ts'
import { type OddToken, openLyingProvider } from '../../../test/lying-provider.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../../test/test-server.ts'
import { readAllowedAddress } from '../../outgoing/allowed-addresses.ts'

/** A provider reports that someone has signed out there. */

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const loopback = readAllowedAddress('127.0.0.1')
if (loopback === null || !('network' in loopback)) throw new Error('no address')
const allowedAddresses = { networks: [loopback.network], hosts: new Set<string>() }

async function openServer(): Promise<TestServer> {
  const server = await openTestServer({ config: { allowedAddresses } })
  closing.push(server.close)
  return server
}

async function setUp(server: TestServer, issuer: string): Promise<void> {
  const provider = {
    ...CLIENT,
    issuer,
    label: 'Company',
    scopes: ['profile'],
    groupsClaim: null,
    groups: [],
    isOnlyWay: false,
    allowsNew: true,
  }
  await server.call(api.oidc.changeSettings, { body: { provider } })
}

async function send(server: TestServer, token: string, type = 'application/x-www-form-urlencoded') {
  const body = type === 'application/json' ? JSON.stringify({ token }) : `logout_token=${token}`
  const answer = await fetch(`${server.server.origin}/sign-in/oidc/logout`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  const code = answer.status === 200 ? null : reasonOf(await answer.json())
  return { status: answer.status, code }
}

function reasonOf(problem: unknown): unknown {
  return (problem as { readonly params: { readonly reason?: string } }).params.reason // problem details
}

const isSignedIn = async (browser: TestBrowser) => (await browser.call(api.session.get, {})).actor !== null

test('signing out at the provider ends the session here that came from it, and no other', async () => {
  const server = await openServer()
  const provider = await openIdentityProvider(`${server.server.origin}/sign-in/oidc`, {
    sub: 'bea',
    name: 'Bea',
  })
  closing.push(provider.stop)
  await setUp(server, provider.issuer)
  const [desk, phone] = [browserOf(server), browserOf(server)]
  for (const browser of [desk, phone]) {
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    await browser.call(api.oidc.finish, { body: { query: await provider.signIn(address) } })
  }
  await provider.signOut() // of the phone, which signed in last
  expect(await isSignedIn(phone)).toBe(false)
  expect(await isSignedIn(desk)).toBe(true)
  const { entries } = await server.call(api.audit.list, { query: { limit: 5, kind: 'session.ended' } })
  expect(entries[0]).toMatchObject({
    target: 'Bea',
    actor: null,
    details: { by: provider.issuer, sessions: 1 },
  })
})

describe('a token', () => {
  async function openSession() {
    const server = await openServer()
    const provider = await openLyingProvider(CLIENT.clientId)
    closing.push(provider.close)
    await setUp(server, provider.issuer)
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    await browser.call(api.oidc.finish, { body: { query: provider.answerTo(address, 'none') } })
    return { server, provider, browser }
  }

  test('ends all sessions of its subject that came from the provider, and works once', async () => {
    const { server, provider, browser } = await openSession()
    const token = provider.logoutToken()
    expect((await send(server, token)).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await send(server, token)).toEqual({ status: 400, code: 'used' })
    // Sessions started with a password are not the provider's to end.
    expect((await server.call(api.session.get, {})).actor?.name).toBe('Ann')
  })

  test('for an unknown person ends nothing, and is not an error', async () => {
    const { server, provider, browser } = await openSession()
    expect((await send(server, provider.logoutToken({ claims: { sub: 'nobody' } }))).status).toBe(200)
    expect((await send(server, provider.logoutToken({ claims: { sid: 'another' } }))).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
  })

  const now = Math.floor(Date.now() / 1000)
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
  const WRONG: readonly (readonly [string, OddToken])[] = [
    ['signed by somebody else', { isForged: true }],
    ['not signed', { isUnsigned: true }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['from an hour ago', { claims: { iat: now - 3600, exp: now + 3600 } }],
    ['from tomorrow', { claims: { iat: now + 86_400, exp: now + 90_000 } }],
    ['expired', { claims: { exp: now - 3600 } }],
    ['without a time', { claims: { iat: undefined } }],
    ['without an id', { claims: { jti: undefined } }],
    ['about no event', { claims: { events: undefined } }],
    ['about another event', { claims: { events: { 'https://other.example/event': {} } } }],
    ['with an event that is no object', { claims: { events: { [EVENT]: 'yes' } } }],
    ['with a nonce, as an ID token has', { claims: { nonce: 'n' } }],
    ['of nobody', { claims: { sub: undefined } }],
    ['of another kind', { head: { typ: 'at+jwt' } }],
  ]
  test.each(WRONG)('%s signs out no one', async (_, odd) => {
    const { server, provider, browser } = await openSession()
    const answer = await send(server, provider.logoutToken(odd))
    expect(answer.status).toBe(400)
    expect(answer.code).toMatch(/^[\w-]+$/)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('that is invalid, or sent in another form', async () => {
    const { server, browser } = await openSession()
    expect(await send(server, 'nonsense')).toEqual({ status: 400, code: 'not-a-token' })
    expect((await send(server, 'a'.repeat(70_000))).status).toBe(413)
    expect((await send(server, 'x', 'application/json')).status).toBe(415)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('without a provider set up', async () => {
    const server = await openServer()
    expect(await send(server, 'nonsense')).toEqual({ status: 400, code: 'not-set-up' })
    await browserOf(server).call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
  })
})
