import { api, type BodyOf } from '@dragoman/contract'
import {
  addPasskey,
  createMember,
  linkIdentity,
  putSetting,
  setAddress,
  setInstanceRole,
  setting,
  userByName,
} from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { browserOf } from '../../../test/browser-of.ts'
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
  type ProvidedAccount,
} from '../../../test/identity-provider.ts'
import { type Lie, openLyingProvider } from '../../../test/lying-provider.ts'
import { openMailServer } from '../../../test/mail-server.ts'
import { createSoftwarePasskey } from '../../../test/software-passkey.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../../test/test-server.ts'
import type { MailSettings } from '../../mail/smtp-transport.ts'
import { readAllowedAddress } from '../../outgoing/allowed-addresses.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const loopback = readAllowedAddress('127.0.0.1')
if (loopback === null || !('network' in loopback)) throw new Error('no address')
const allowedAddresses = { networks: [loopback.network], hosts: new Set<string>() }

type Provider = NonNullable<BodyOf<typeof api.oidc.changeSettings>['provider']>
const PROVIDER: Omit<Provider, 'issuer'> = {
  ...CLIENT,
  label: 'Company',
  scopes: ['profile', 'email'],
  groupsClaim: null,
  groups: [],
  isOnlyWay: false,
  allowsNew: true,
}
const BEA: ProvidedAccount = { sub: 'bea-17', name: 'Bea', email: 'ann@example.com', email_verified: true }

async function openServer(mail?: MailSettings): Promise<TestServer> {
  const server = await openTestServer({ config: { allowedAddresses, ...(mail && { mail }) } })
  closing.push(server.close)
  return server
}

/** Opens a server and a real identity provider, each set up at the other. */
async function openBoth(change: Partial<Provider> = {}, account = BEA, mail?: MailSettings) {
  const server = await openServer(mail)
  const provider = await openIdentityProvider(`${server.server.origin}/sign-in/oidc`, account)
  closing.push(provider.stop)
  await server.call(api.oidc.changeSettings, {
    body: { provider: { ...PROVIDER, issuer: provider.issuer, ...change } },
  })
  return { server, provider }
}

/** Signs someone in through the provider, in their own browser. */
async function signInThrough(server: TestServer, provider: IdentityProvider, browser = browserOf(server)) {
  const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
  const query = await provider.signIn(address)
  await browser.call(api.oidc.finish, { body: { query } })
  return browser
}

describe('a provider', () => {
  test('is offered, and its secret is never shown', async () => {
    const { server, provider } = await openBoth()
    const nobody = browserOf(server)
    expect(await nobody.call(api.oidc.offer, {})).toEqual({
      provider: { label: 'Company', isOnlyWay: false },
    })
    const settings = await server.call(api.oidc.settings, {})
    expect(settings.provider).toMatchObject({ issuer: provider.issuer, hasSecret: true })
    expect(settings.redirectUri).toBe(`${server.server.origin}/sign-in/oidc`)
    expect(settings.signedOutUri).toBe(`${server.server.origin}/sign-in`)
    expect(JSON.stringify(settings)).not.toContain(CLIENT.clientSecret)
    const { clientSecret: _, ...withoutSecret } = PROVIDER
    await server.call(api.oidc.changeSettings, {
      body: { provider: { ...withoutSecret, issuer: provider.issuer, label: 'Other' } },
    })
    const browser = await signInThrough(server, provider)
    expect((await browser.call(api.session.get, {})).actor?.name).toBe('Bea')
  })

  test('a different one does not get the secret of the previous one', async () => {
    const { server } = await openBoth()
    const other = await openLyingProvider(CLIENT.clientId)
    closing.push(other.close)
    const { clientSecret: _, ...withoutSecret } = PROVIDER
    const settings = await server.call(api.oidc.changeSettings, {
      body: { provider: { ...withoutSecret, issuer: other.issuer } },
    })
    expect(settings.provider?.hasSecret).toBe(false)
  })

  test.each(['removed', 'replaced'])('that is %s ends the sessions that it has started', async (how) => {
    const { server, provider } = await openBoth()
    const other = await openLyingProvider(CLIENT.clientId)
    closing.push(other.close)
    const [bea, ann] = [await signInThrough(server, provider), browserOf(server)]
    await ann.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const nameIn = async (browser: Pick<TestServer, 'call'>) =>
      (await browser.call(api.session.get, {})).actor?.name
    const change = (next: Provider | null) =>
      server.call(api.oidc.changeSettings, { body: { provider: next } })
    await change({ ...PROVIDER, issuer: provider.issuer, label: 'Other' })
    expect(await nameIn(bea)).toBe('Bea')
    const issuer = how === 'removed' ? null : other.issuer
    await change(issuer === null ? null : { ...PROVIDER, issuer })
    expect([await nameIn(bea), await nameIn(ann), await nameIn(server)]).toEqual([undefined, 'Ann', 'Ann'])
    const { entries } = await server.call(api.audit.list, { query: { kind: 'setting.changed', limit: 2 } })
    expect(entries.map(({ details }) => details)).toEqual([
      { issuer, isOnlyWay: false, sessions: 1 },
      { issuer: provider.issuer, isOnlyWay: false },
    ])
  })

  test('that is removed by someone who signed in with it leaves that session', async () => {
    const { server, provider } = await openBoth()
    const [desk, phone] = [await signInThrough(server, provider), await signInThrough(server, provider)]
    const person = Number((await desk.call(api.session.get, {})).actor?.id.split(':')[1])
    await server.server.deps.store.write((w) => setInstanceRole(w, person, 'owner'))
    await desk.call(api.oidc.changeSettings, { body: { provider: null } })
    expect((await desk.call(api.session.get, {})).actor?.name).toBe('Bea')
    expect((await phone.call(api.session.get, {})).actor).toBeNull()
  })

  test('is not replaced or removed by an owner who has not seen the change of another one', async () => {
    const { server, provider } = await openBoth()
    const seen = await server.call(api.oidc.settings, {})
    const { clientSecret: _, ...withoutSecret } = { ...PROVIDER, issuer: provider.issuer }
    const mapped = { ...withoutSecret, groups: [{ claim: 'staff', groupId: 1 }] }
    const next = await server.call(api.oidc.changeSettings, {
      body: { provider: mapped, version: seen.version },
    })
    for (const other of [{ ...withoutSecret, label: 'Other' }, null]) {
      const body = { provider: other, version: seen.version }
      expect((await server.fail(api.oidc.changeSettings, { body })).code).toBe('stale-setting')
    }
    expect((await server.call(api.oidc.settings, {})).provider).toMatchObject(mapped)
    const removed = await server.call(api.oidc.changeSettings, {
      body: { provider: null, version: next.version },
    })
    expect(removed.provider).toBeNull()
    // It can also have been removed, or set up for the first time, meanwhile.
    const gone = { provider: mapped, version: next.version }
    expect((await server.fail(api.oidc.changeSettings, { body: gone })).code).toBe('stale-setting')
    await server.call(api.oidc.changeSettings, { body: { provider: mapped, version: removed.version } })
  })

  test('keeps its secret encrypted, also one that was stored in plain text before', async () => {
    const { server, provider } = await openBoth()
    const stored = (one: TestServer) =>
      one.server.deps.store.read(async (r) => JSON.stringify(await setting(r, 'sign-in')))
    expect(await stored(server)).not.toContain(CLIENT.clientSecret)
    await signInThrough(server, provider)
    const asBefore = { ...PROVIDER, issuer: provider.issuer }
    await server.server.deps.store.write((w) => putSetting(w, 'sign-in', asBefore))
    expect(await stored(server)).toContain(CLIENT.clientSecret)
    const again = await server.restart()
    closing.push(again.close)
    expect(await stored(again)).not.toContain(CLIENT.clientSecret)
    const settings = await again.call(api.oidc.settings, {})
    expect(settings.provider).toMatchObject({ hasSecret: true, label: 'Company' })
  })

  test('is tested without being set up: the secret, the issuer, the scopes', async () => {
    const { server, provider } = await openBoth()
    const ask = { ...PROVIDER, issuer: provider.issuer }
    expect(await server.call(api.oidc.testSettings, { body: { provider: ask } })).toEqual({
      unknownScopes: [],
      endsSessions: true,
      reportsSignOut: true,
    })
    const { clientSecret: _, ...stored } = ask
    const odd = { ...stored, scopes: ['profile', 'shoe-size'] }
    expect((await server.call(api.oidc.testSettings, { body: { provider: odd } })).unknownScopes).toEqual([
      'shoe-size',
    ])
    for (const change of [{ clientSecret: 'another' }, { clientId: 'somebody-else' }]) {
      const failure = await server.fail(api.oidc.testSettings, { body: { provider: { ...ask, ...change } } })
      expect([failure.code, failure.fields[0]?.pointer]).toEqual(['client-refused', '/provider/clientSecret'])
    }
    await provider.stop()
    expect((await server.fail(api.oidc.testSettings, { body: { provider: ask } })).code).toBe(
      'provider-unreachable',
    )
    await provider.start()
  })

  test('cannot be the only way if no owner has another one', async () => {
    const { server, provider } = await openBoth()
    const { store } = server.server.deps
    expect((await server.call(api.oidc.settings, {})).hasOtherWay).toBe(true)
    await store.write(async (w) => {
      await w.db.updateTable('user').set({ password_hash: null }).execute()
    })
    const body = { provider: { ...PROVIDER, issuer: provider.issuer, isOnlyWay: true } }
    const failure = await server.fail(api.oidc.changeSettings, { body })
    expect(failure).toMatchObject({
      code: 'invalid-input',
      fields: [{ pointer: '/provider/isOnlyWay', code: 'no-owner-way' }],
    })
    expect((await server.call(api.oidc.settings, {})).hasOtherWay).toBe(false)
  })

  test('can be removed', async () => {
    const { server } = await openBoth()
    await server.call(api.oidc.changeSettings, { body: { provider: null } })
    expect(await server.call(api.oidc.offer, {})).toEqual({ provider: null })
    expect((await server.fail(api.oidc.begin, { body: { purpose: 'sign-in' } })).params).toMatchObject({
      reason: 'not-set-up',
    })
  })

  test('must be reachable, and allowed', async () => {
    const server = await openTestServer({})
    closing.push(server.close)
    const change = (issuer: string) =>
      server.fail(api.oidc.changeSettings, { body: { provider: { ...PROVIDER, issuer } } })
    expect(await change('http://127.0.0.1:1/')).toMatchObject({
      code: 'provider-unreachable',
      params: { host: '127.0.0.1', reason: 'not-public' },
    })
    expect(await change('https://10.0.0.1/')).toMatchObject({ params: { reason: 'not-public' } })
    expect(await change('http://sso.example.com/')).toMatchObject({
      code: 'provider-wrong',
      params: { reason: 'not-https' },
    })
    expect(await server.call(api.oidc.settings, {})).toMatchObject({ provider: null })
  })
})

describe('sign-in', () => {
  test('creates an account the first time and finds it again', async () => {
    const { server, provider } = await openBoth()
    const first = await signInThrough(server, provider)
    const { actor } = await first.call(api.session.get, {})
    expect(actor).toMatchObject({ name: 'Bea', instanceRole: 'member', hasPassword: false })
    provider.setAccount({ ...BEA, name: 'Bea Other', email: 'new@example.com' })
    const again = await signInThrough(server, provider)
    expect((await again.call(api.session.get, {})).actor?.id).toBe(actor?.id)
  })

  test('never takes over an account by its name or address', async () => {
    const { server, provider } = await openBoth({}, { ...BEA, sub: 'mallory', name: 'Ann' })
    const browser = await signInThrough(server, provider)
    const { actor } = await browser.call(api.session.get, {})
    const ann = await server.server.deps.store.read((r) => userByName(r, 'Ann'))
    expect(actor?.id).not.toBe(`user:${ann?.id}`)
    expect(actor).toMatchObject({ name: 'Ann 2', instanceRole: 'member', memberships: [] })
  })

  test('of new people is refused if configured', async () => {
    const { server, provider } = await openBoth({ allowsNew: false })
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = await provider.signIn(address)
    expect(await browser.fail(api.oidc.finish, { body: { query } })).toMatchObject({
      code: 'no-account',
      params: { name: 'Bea' },
    })
  })

  test('links an account to someone who is signed in, once', async () => {
    const { server, provider } = await openBoth({ allowsNew: false })
    const ann = browserOf(server)
    await ann.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const { address } = await ann.call(api.oidc.begin, { body: { purpose: 'link' } })
    expect(await ann.call(api.oidc.finish, { body: { query: await provider.signIn(address) } })).toEqual({
      outcome: 'linked',
      joined: null,
    })
    const browser = await signInThrough(server, provider)
    expect((await browser.call(api.session.get, {})).actor?.name).toBe('Ann')
    expect((await browserOf(server).fail(api.oidc.begin, { body: { purpose: 'link' } })).code).toBe(
      'not-signed-in',
    )
  })

  test('is unlinked, unless it is the last way to sign in', async () => {
    const { server, provider } = await openBoth()
    const bea = await signInThrough(server, provider)
    const linked = await bea.call(api.oidc.linked, {})
    expect(linked).toMatchObject({
      provider: { label: 'Company' },
      identities: [{ host: new URL(provider.issuer).host, isUsable: true }],
    })
    const identity = linked.identities[0]?.id ?? ''
    expect((await bea.fail(api.oidc.unlink, { params: { identity } })).code).toBe('last-way-in')
    expect((await server.fail(api.oidc.unlink, { params: { identity } })).code).toBe('not-found')
    await bea.call(api.account.setPassword, { body: { current: null, password: PASSWORD } })
    const phone = await signInThrough(server, provider)
    expect((await bea.call(api.oidc.unlink, { params: { identity } })).identities).toEqual([])
    // Sessions from the provider end with it, except for the one in which it was unlinked.
    expect((await phone.call(api.session.get, {})).actor).toBeNull()
    expect((await bea.call(api.session.get, {})).actor?.name).toBe('Bea')
    const stranger = await signInThrough(server, provider)
    expect((await stranger.call(api.session.get, {})).actor?.name).toBe('Bea 2')
  })

  test('the person gets an email when an account is linked or unlinked, with the name of the provider', async () => {
    const mails = await openMailServer()
    closing.push(mails.stop)
    const { server, provider } = await openBoth({}, BEA, mails.settings)
    const { store, mail } = server.server.deps
    await store.write((w) => setAddress(w, 1, { address: 'ann@example.test', confirmedAt: 'now' }))
    const ann = browserOf(server)
    await ann.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const { address } = await ann.call(api.oidc.begin, { body: { purpose: 'link' } })
    await ann.call(api.oidc.finish, { body: { query: await provider.signIn(address) } })
    const { identities } = await ann.call(api.oidc.linked, {})
    await ann.call(api.oidc.unlink, { params: { identity: identities[0]?.id ?? '' } })
    await mail.idle()
    const { host } = new URL(provider.issuer)
    const texts = mails.mails.map(({ to, text }) => [to, text.replaceAll('=\n', '').replaceAll('\n', ' ')])
    expect(texts).toEqual([
      [['ann@example.test'], expect.stringContaining(`An account at ${host} was linked`)],
      [['ann@example.test'], expect.stringContaining(`Your account at ${host} was unlinked`)],
    ])
  })

  test('is a way to sign in without the only passkey', async () => {
    const { server, provider } = await openBoth()
    const bea = await signInThrough(server, provider)
    const { store } = server.server.deps
    const { id: userId } = (await store.read((r) => userByName(r, 'Bea'))) ?? { id: 0 }
    const { id, publicKey } = createSoftwarePasskey()
    const passkey = { id, userId, publicKey, name: 'Laptop', counter: 0, transports: [], createdAt: 'now' }
    await store.write((w) => addPasskey(w, passkey))
    await bea.call(api.account.removePasskey, { params: { passkey: id } })
    await store.write(async (w) => {
      await addPasskey(w, passkey)
      // As if the session was started with the passkey: those of the provider end with it.
      await w.db.deleteFrom('session_identity').execute()
    })
    await server.call(api.oidc.changeSettings, { body: { provider: null } })
    expect((await bea.fail(api.account.removePasskey, { params: { passkey: id } })).code).toBe('last-way-in')
  })

  test('an account linked by someone else is refused', async () => {
    const { server, provider } = await openBoth()
    await signInThrough(server, provider)
    const ann = browserOf(server)
    await ann.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const { address } = await ann.call(api.oidc.begin, { body: { purpose: 'link' } })
    const query = await provider.signIn(address)
    expect((await ann.fail(api.oidc.finish, { body: { query } })).code).toBe('identity-taken')
  })

  test('belongs to the browser that started it, and works once', async () => {
    const { server, provider } = await openBoth()
    const begun = browserOf(server)
    const { address } = await begun.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = await provider.signIn(address)
    expect((await browserOf(server).fail(api.oidc.finish, { body: { query } })).code).toBe('sign-in-expired')
    await begun.call(api.oidc.finish, { body: { query } })
    expect((await begun.fail(api.oidc.finish, { body: { query } })).code).toBe('sign-in-expired')
  })

  test('with the answer to another request is refused', async () => {
    const { server, provider } = await openBoth()
    const mallory = browserOf(server)
    const theirs = await mallory.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = await provider.signIn(theirs.address)
    const victim = browserOf(server)
    await victim.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    expect((await victim.fail(api.oidc.finish, { body: { query } })).code).toBe('provider-wrong')
    expect((await victim.call(api.session.get, {})).actor).toBeNull()
  })

  test('that the person cancels', async () => {
    const { server } = await openBoth()
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const asked = new URL(address)
    const query = `?${new URLSearchParams({ error: 'access_denied', state: asked.searchParams.get('state') ?? '', iss: asked.origin })}`
    expect(await browser.fail(api.oidc.finish, { body: { query } })).toMatchObject({
      code: 'provider-refused',
      params: { reason: 'access_denied' },
    })
  })

  test('as the only way: passwords are for owners, in case the provider is down', async () => {
    const { server } = await openBoth({ isOnlyWay: true })
    const { store, now } = server.server.deps
    const ann = await store.read((r) => userByName(r, 'Ann'))
    const passwordHash = ann?.passwordHash ?? ''
    await store.write((w) => createMember(w, { name: 'Cem', passwordHash, at: now().toISOString() }))
    const cem = browserOf(server)
    expect((await cem.fail(api.session.signIn, { body: { name: 'Cem', password: PASSWORD } })).code).toBe(
      'password-not-used',
    )
    expect((await cem.fail(api.session.signIn, { body: { name: 'Cem', password: 'wrong one' } })).code).toBe(
      'wrong-credentials',
    )
    await browserOf(server).call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    // Other ways to sign in end at the same check, and an invitation creates no account either.
    const body = { addresses: [], number: 1, days: 7, group: null }
    const { invitations } = await server.call(api.invitations.createOfInstance, { body })
    const code = invitations[0]?.url.split('/').at(-1) ?? ''
    const account = { name: 'Dan', password: PASSWORD }
    expect((await cem.fail(api.invitations.accept, { body: { code, account } })).code).toBe(
      'password-not-used',
    )
    expect(await store.read((r) => userByName(r, 'Dan'))).toBeNull()
  })

  test('as the only way: the last owner with a password or a passkey stays one', async () => {
    const { server, provider } = await openBoth({ isOnlyWay: true })
    const { store } = server.server.deps
    const bea = await signInThrough(server, provider)
    const beaId = (await store.read((r) => userByName(r, 'Bea')))?.id ?? 0
    const makeOwner = { params: { person: beaId }, body: { role: 'owner' as const } }
    await server.call(api.admin.setRole, makeOwner)
    const person = { person: 1 }
    const lower = { params: person, body: { role: 'member' as const } }
    const suspend = { params: person, body: { isSuspended: true } }
    const { id, publicKey } = createSoftwarePasskey()
    const passkey = { id, publicKey, name: 'Laptop', counter: 0, transports: [], createdAt: 'now' }
    const attempts = async () => [
      (await bea.fail(api.admin.setRole, lower)).code,
      (await bea.fail(api.admin.suspend, suspend)).code,
      (await bea.fail(api.admin.removePerson, { params: person })).code,
      (await server.fail(api.account.remove, {})).code,
    ]
    expect(await attempts()).toEqual(Array(4).fill('last-owner-way'))
    await store.write(async (w) => {
      await addPasskey(w, { ...passkey, userId: 1 })
      await linkIdentity(w, { issuer: provider.issuer, subject: 'ann-1', userId: 1, at: 'now' })
      await w.db.updateTable('user').set({ password_hash: null }).where('id', '=', 1).execute()
    })
    expect(await attempts()).toEqual(Array(4).fill('last-owner-way'))
    expect((await server.fail(api.account.removePasskey, { params: { passkey: id } })).code).toBe(
      'last-owner-way',
    )
    await bea.call(api.account.setPassword, { body: { current: null, password: PASSWORD } })
    expect((await server.call(api.account.removePasskey, { params: { passkey: id } })).passkeys).toEqual([])
    await bea.call(api.admin.suspend, suspend)
    expect((await bea.fail(api.account.remove, {})).code).toBe('last-owner')
  })

  test('as the only way, without accounts for new people: an open invitation creates one, and is used up', async () => {
    const { server, provider } = await openBoth({ isOnlyWay: true, allowsNew: false })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const rights = { role: 'viewer' as const, languages: null, namespaces: null }
    const { invitations } = await server.call(api.invitations.create, {
      params: { project: 'shop' },
      body: { addresses: [], number: 1, days: 7, rights },
    })
    const code = invitations[0]?.url.split('/').at(-1) ?? ''
    const comeBack = async (account: ProvidedAccount, invitation?: string) => {
      const browser = browserOf(server)
      const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
      provider.setAccount(account)
      const query = await provider.signIn(address)
      const body = invitation === undefined ? { query } : { query, invitation }
      return { browser, finish: { body } }
    }
    for (const wrong of [undefined, 'wrong']) {
      const { browser, finish } = await comeBack(BEA, wrong)
      expect((await browser.fail(api.oidc.finish, finish)).code).toBe('no-account')
    }
    const bea = await comeBack(BEA, code)
    expect(await bea.browser.call(api.oidc.finish, bea.finish)).toEqual({
      outcome: 'signed-in',
      joined: { project: 'shop' },
    })
    expect((await bea.browser.call(api.session.get, {})).actor?.name).toBe('Bea')
    await bea.browser.call(api.projects.get, { params: { project: 'shop' } })
    const dan = await comeBack({ sub: 'dan-4', name: 'Dan' }, code)
    expect((await dan.browser.fail(api.oidc.finish, dan.finish)).code).toBe('no-account')
    // Those who have an account accept an invitation on its page.
    const again = await comeBack(BEA, code)
    expect((await again.browser.call(api.oidc.finish, again.finish)).joined).toBeNull()
  })

  test('groups follow the provider; manually assigned ones stay', async () => {
    const { server, provider } = await openBoth({}, { ...BEA, groups: ['l10n', 'staff'] })
    const { store, now } = server.server.deps
    await store.write(async (w) => {
      for (const [id, name] of [
        [1, 'Translators'],
        [2, 'Managers'],
        [3, 'By hand'],
      ] as const)
        await w.db.insertInto('person_group').values({ id, name, created_at: now().toISOString() }).execute()
    })
    await server.call(api.oidc.changeSettings, {
      body: {
        provider: {
          ...PROVIDER,
          issuer: provider.issuer,
          groupsClaim: 'groups',
          groups: [
            { claim: 'l10n', groupId: 1 },
            { claim: 'leads', groupId: 2 },
            { claim: 'gone', groupId: 99 },
          ],
        },
      },
    })
    const groups = async () =>
      (
        await store.read((r) =>
          r.db.selectFrom('group_member').select(['group_id', 'source']).orderBy('group_id').execute(),
        )
      ).map(({ group_id, source }) => `${group_id} ${source}`)
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const rights = { role: 'viewer' as const, languages: null, namespaces: null }
    const changes = [{ who: 'group:1' as const, baseVersion: 0, rights }]
    await server.call(api.members.change, { params: { project: 'shop' }, body: { changes } })
    /** How often open windows, members lists and webhooks of the project heard of a change of its group. */
    const heard = async () =>
      (
        await store.read((r) =>
          r.db.selectFrom('event').select('project_id').where('kind', '=', 'group.changed').execute(),
        )
      ).filter(({ project_id }) => project_id !== null).length
    const before = await heard()
    const browser = await signInThrough(server, provider)
    expect(await groups()).toEqual(['1 oidc'])
    expect(await heard()).toBe(before + 1)
    const id = Number((await browser.call(api.session.get, {})).actor?.id.split(':')[1])
    await store.write(async (w) => {
      await w.db.insertInto('group_member').values({ group_id: 3, user_id: id, source: 'hand' }).execute()
    })
    provider.setAccount({ ...BEA, groups: ['leads'] })
    await signInThrough(server, provider)
    expect(await groups()).toEqual(['2 oidc', '3 hand'])
    expect(await heard()).toBe(before + 2)
    provider.setAccount({ sub: BEA.sub })
    await signInThrough(server, provider)
    expect(await groups()).toEqual(['3 hand'])
  })

  test('is ended at the provider too', async () => {
    const { server, provider } = await openBoth()
    const browser = await signInThrough(server, provider)
    const { address } = await browser.call(api.oidc.signOut, {})
    const there = new URL(address ?? '')
    expect(there.origin).toBe(provider.issuer)
    const { signedOutUri } = await server.call(api.oidc.settings, {})
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(signedOutUri)
    expect(there.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await browser.call(api.session.get, {})).actor).toBeNull()
    const ended = async () => {
      const { entries } = await server.call(api.audit.list, { query: { kind: 'session.ended', limit: 9 } })
      return entries.map(({ target }) => target)
    }
    expect(await ended()).toEqual(['Bea'])
    // With a password there is no other session to end.
    const ann = browserOf(server)
    await ann.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    expect(await ann.call(api.oidc.signOut, {})).toEqual({ address: null })
    // The interface calls both, which is one end.
    await ann.call(api.session.signOut, {})
    expect(await ended()).toEqual(['Ann', 'Bea'])
  })
})

describe('faults of a provider', () => {
  test('it is down, and comes back', async () => {
    const { server, provider } = await openBoth()
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = await provider.signIn(address)
    await provider.stop()
    expect(await browser.fail(api.oidc.finish, { body: { query } })).toMatchObject({
      code: 'provider-unreachable',
      params: { host: '127.0.0.1', reason: 'no-connection' },
    })
    expect((await browser.fail(api.oidc.begin, { body: { purpose: 'sign-in' } })).code).toBe(
      'provider-unreachable',
    )
    await provider.start()
    await signInThrough(server, provider)
  })

  test('it rotates its keys between two sign-ins, and within one', async () => {
    const { server, provider } = await openBoth()
    await signInThrough(server, provider)
    provider.rotateKeys()
    await signInThrough(server, provider)
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    provider.rotateKeys()
    const query = await provider.signIn(address)
    await browser.call(api.oidc.finish, { body: { query } })
    expect((await browser.call(api.session.get, {})).actor?.name).toBe('Bea')
  })

  const LIES: readonly Lie[] = [
    'issuer-of-discovery',
    'issuer',
    'audience',
    'nonce',
    'expired',
    'unsigned',
    'key',
    'subject-of-userinfo',
    'empty-subject',
    'blank-subject',
    'issued-in-future',
    'no-token',
    'not-json',
  ]
  test.each(LIES)('it sends a wrong value: %s', async (lie) => {
    const server = await openServer()
    const provider = await openLyingProvider(CLIENT.clientId)
    closing.push(provider.close)
    await server.call(api.oidc.changeSettings, {
      body: { provider: { ...PROVIDER, issuer: provider.issuer } },
    })
    const browser = browserOf(server)
    const honest = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = provider.answerTo(honest.address, lie)
    const failure = await browser.fail(api.oidc.finish, { body: { query } })
    expect([failure.code, failure.params.host]).toEqual(['provider-wrong', new URL(provider.issuer).host])
    expect(failure.params.reason).toMatch(/^[\w-]+$/)
    expect((await browser.call(api.session.get, {})).actor).toBeNull()
    const right = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } }).catch(() => null)
    if (right === null) return provider.lieAbout('none')
    await browser.call(api.oidc.finish, { body: { query: provider.answerTo(right.address, 'none') } })
    expect((await browser.call(api.session.get, {})).actor?.name).toBe('Ann 2')
  })

  test('an answer of another issuer is detected (mix-up)', async () => {
    const server = await openServer()
    const provider = await openLyingProvider(CLIENT.clientId)
    closing.push(provider.close)
    await server.call(api.oidc.changeSettings, {
      body: { provider: { ...PROVIDER, issuer: provider.issuer } },
    })
    const browser = browserOf(server)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    const query = provider.answerTo(address, 'none').replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fother.example')
    expect((await browser.fail(api.oidc.finish, { body: { query } })).code).toBe('provider-wrong')
  })

  test('its answer never ends', async () => {
    const server = await openServer()
    const provider = await openLyingProvider(CLIENT.clientId)
    closing.push(provider.close)
    provider.lieAbout('endless')
    const failure = await server.fail(api.oidc.changeSettings, {
      body: { provider: { ...PROVIDER, issuer: provider.issuer } },
    })
    expect(failure).toMatchObject({ code: 'provider-unreachable', params: { reason: 'answer-too-large' } })
  })
})
