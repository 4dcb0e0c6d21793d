import { api } from '@dragoman/contract'
import { addPasskey, confirmTotp, setPassword, startTotp, suspendPerson } from '@dragoman/store'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { totpPurpose } from '../src/areas/account/second-factor-check.ts'
import { NO_NETWORK_SETTINGS } from '../src/http/network.ts'
import { readAllowedAddress } from '../src/outgoing/allowed-addresses.ts'
import { browserOf } from './browser-of.ts'
import { CLIENT, type IdentityProvider, openIdentityProvider } from './identity-provider.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { createSoftwarePasskey } from './software-passkey.ts'
import { openTestServer, PASSWORD, type TestServer } from './test-server.ts'

/** Each way of signing in leaves an entry in the audit log when it is refused. */

const HOST = 'l10n.example.com'
const ORIGIN = `http://${HOST}`
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

let server: TestServer
let provider: IdentityProvider
let bea: TestPerson
let made = 0

beforeAll(async () => {
  const loopback = readAllowedAddress('127.0.0.1')
  if (loopback === null || !('network' in loopback)) throw new Error('no address')
  server = await openTestServer({
    config: {
      // Browsers create passkeys for the name of a host.
      network: { ...NO_NETWORK_SETTINGS, publicOrigins: [ORIGIN] },
      allowedAddresses: { networks: [loopback.network], hosts: new Set<string>() },
    },
  })
  provider = await openIdentityProvider(`${ORIGIN}/sign-in/oidc`, { sub: 'bea-17', name: 'Bea at work' })
})
afterAll(async () => {
  await provider.stop()
  await server.close()
})
beforeEach(async () => {
  const passwordHash = await server.server.deps.passwords.hash(PASSWORD)
  bea = await peopleOf(server).stranger(`Bea ${++made}`)
  await server.server.deps.store.write(async (w) => {
    await setPassword(w, bea.id, passwordHash)
    await w.db.deleteFrom('attempt').execute()
    await w.db.deleteFrom('audit_entry').execute()
  })
  await useProvider({ allowsNew: false, isOnlyWay: false })
})

const now = () => new Date().toISOString()
const nameOfBea = () => bea.actor.name

function useProvider(change: { readonly allowsNew: boolean; readonly isOnlyWay: boolean }) {
  const { issuer } = provider
  const shared = { label: 'Company', scopes: ['profile'], groupsClaim: null, groups: [] }
  return server.call(api.oidc.changeSettings, {
    body: { provider: { ...CLIENT, ...shared, issuer, ...change } },
  })
}

const suspend = () => server.server.deps.store.write((w) => suspendPerson(w, bea.id, now()))

/** Returns the refused sign-ins: who was asked for, and why they were refused. */
async function refused() {
  const { entries } = await server.call(api.audit.list, { query: { kind: 'session.refused', limit: 20 } })
  return entries.map(({ target, details }) => [target, details.why])
}

async function passkeyOfBea() {
  const passkey = createSoftwarePasskey()
  const { id, publicKey } = passkey
  const row = { id, publicKey, name: 'Laptop', counter: 0, transports: [], createdAt: now() }
  await server.server.deps.store.write((w) => addPasskey(w, { ...row, userId: bea.id }))
  return passkey
}

async function failWithPasskey(passkey: ReturnType<typeof createSoftwarePasskey>, origin = ORIGIN) {
  const { options } = await browserOf(server).call(api.session.passkeyOptions, {})
  const answer = passkey.answer({ challenge: String(options.challenge) }, { id: HOST, origin })
  return (await browserOf(server).fail(api.session.passkey, { body: { answer } })).code
}

async function failWithProvider() {
  const browser = browserOf(server)
  const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
  const query = await provider.signIn(address)
  return (await browser.fail(api.oidc.finish, { body: { query } })).code
}

const failWithPassword = async (password: string, browser = browserOf(server)) =>
  (await browser.fail(api.session.signIn, { body: { name: nameOfBea(), password } })).code

test('passwords: wrong ones, and those of people who must use single sign-on', async () => {
  expect(await failWithPassword('not the password')).toBe('wrong-credentials')
  await useProvider({ allowsNew: false, isOnlyWay: true })
  expect(await failWithPassword(PASSWORD)).toBe('password-not-used')
  expect(await refused()).toEqual([
    [nameOfBea(), 'single sign-on'],
    [nameOfBea(), 'password'],
  ])
})

test('codes: wrong ones, and those of people who were suspended after the password', async () => {
  const { store, sealing } = server.server.deps
  await store.write(async (w) => {
    await startTotp(w, bea.id, sealing.seal(SECRET, totpPurpose(bea.id)))
    await confirmTotp(w, bea.id, { at: now(), recoveryCodes: [] })
  })
  const browser = browserOf(server)
  expect(await failWithPassword(PASSWORD, browser)).toBe('second-factor-needed')
  const code = new TOTP({ secret: SECRET }).generate()
  const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')
  expect((await browser.fail(api.session.secondFactor, { body: { code: wrong } })).code).toBe(
    'wrong-second-factor',
  )
  await suspend()
  expect((await browser.fail(api.session.secondFactor, { body: { code } })).code).toBe('account-suspended')
  expect(await refused()).toEqual([
    [nameOfBea(), 'suspended'],
    [nameOfBea(), 'second factor'],
  ])
})

test('passkeys: unknown ones, wrong ones, and those of suspended people', async () => {
  expect(await failWithPasskey(createSoftwarePasskey())).toBe('wrong-passkey')
  const passkey = await passkeyOfBea()
  expect(await failWithPasskey(passkey, 'http://evil.example')).toBe('wrong-passkey')
  await suspend()
  expect(await failWithPasskey(passkey)).toBe('account-suspended')
  expect(await refused()).toEqual([
    [nameOfBea(), 'suspended'],
    [nameOfBea(), 'passkey'],
    ['', 'passkey'],
  ])
})

test('the identity provider: people without an account, and suspended ones', async () => {
  expect(await failWithProvider()).toBe('no-account')
  const { issuer } = provider
  await server.server.deps.store.write((w) =>
    w.db
      .insertInto('identity')
      .values({ issuer, subject: 'bea-17', user_id: bea.id, created_at: now() })
      .execute(),
  )
  await suspend()
  expect(await failWithProvider()).toBe('account-suspended')
  expect(await refused()).toEqual([
    [nameOfBea(), 'suspended'],
    ['Bea at work', 'no account'],
  ])
})
