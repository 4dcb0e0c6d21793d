import { api, type Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import {
  addLanguage,
  createProject,
  createToken,
  deleteSessionsOf,
  projectBySlug,
  putMembership,
  userByName,
} from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MARA } from '../../store/test/sample.ts'
import { readAllowedAddress } from '../src/outgoing/allowed-addresses.ts'
import { browserOf } from './browser-of.ts'
import { CLIENT, openIdentityProvider } from './identity-provider.ts'
import { openPeople, type People } from './shop-people.ts'

const APP = 'https://shop.example'
const EVIL = 'https://evil.example'
const params = { project: 'shop' }

let people: People
let time = Date.parse('2026-11-22T10:00:00Z')
beforeEach(async () => {
  people = await openPeople({ now: () => new Date(time) })
  await people.call(api.editing.setOrigins, { params, body: { origins: [APP] } })
})
afterEach(() => people.close())

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Failure) => error.code,
  )
const connect = async (call = people.call as ReturnType<People['calling']>, origin = APP) =>
  (await call(api.editing.connect, { params, body: { origin } })).secret
/** Calls like a page of an origin. */
const inPage = (secret: string, origin: string | null = APP) =>
  people.calling({
    authorization: `Bearer ${secret}`,
    ...(origin === null ? {} : { origin, 'sec-fetch-site': 'cross-site' }),
  })

async function saveIn(secret: string, origin: string | null = APP) {
  const call = inPage(secret, origin)
  const key = await people.keyId()
  const { target } = await call(api.translations.get, { params: { ...params, key, language: 'de' } })
  return call(api.translations.save, {
    params: { ...params, key, language: 'de' },
    body: { forms: { other: `text ${target.version}` }, baseVersion: target.version },
  })
}

describe('a page of an app', () => {
  test('reads, saves, suggests and comments with its token', async () => {
    const secret = await connect()
    const call = inPage(secret)
    expect((await saveIn(secret)).translation.forms).toEqual({ other: 'text 0' })
    expect((await call(api.projects.get, { params })).name).toBe('Acme Shop')
    const { rows } = await call(api.translations.page, { params, query: { language: 'de', limit: 5 } })
    expect(rows).toHaveLength(1)
    const key = await people.keyId()
    await call(api.suggestions.add, {
      params: { ...params, key, language: 'de' },
      body: { forms: { other: 'Hallo!' }, note: '' },
    })
    await call(api.comments.add, {
      params: { ...params, key },
      body: { text: 'Hm', language: 'de', kind: 'comment' },
    })
  })

  test('finds a string by the alias that the app asks for, unless a key has that name', async () => {
    const key = await people.keyId()
    const call = inPage(await connect())
    const served = (name: string, namespace = 'app') =>
      call(api.translations.served, { params: { ...params, language: 'de' }, query: { namespace, name } })
    expect(await served('hello')).toMatchObject({ key: { id: key, name: 'hello' }, alias: null })
    await people.call(api.keys.update, { params: { ...params, key }, body: { name: 'page.greeting' } })
    expect(await served('hello')).toMatchObject({
      key: { id: key, name: 'page.greeting' },
      target: { version: 0 },
      alias: { name: 'hello', path: ['hello'] },
    })
    expect(await served('page.greeting')).toMatchObject({ key: { id: key }, alias: null })
    expect([await codeOf(served('Hello')), await codeOf(served('hello', 'other'))]).toEqual([
      'not-found',
      'not-found',
    ])
    const { key: other } = await people.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'hello', plural: 'cardinal', forms: { one: '1', other: 'n' } },
    })
    expect(await served('hello')).toMatchObject({ key: { id: other.id }, alias: null })
  })

  test('is notified of what the checks find in a text', async () => {
    const call = inPage(await connect())
    const at = { ...params, key: await people.keyId(), language: 'de' }
    const body = { forms: { other: 'Hallo {{wer}}  da' }, baseVersion: 0 }
    const { translation } = await call(api.translations.save, { params: at, body })
    expect(translation.failing).toBe(true)
    const { issues } = await call(api.translations.get, { params: at })
    expect(issues).toContainEqual({
      code: 'placeholder-extra',
      severity: 'error',
      params: { placeholder: '{{wer}}' },
      form: 'other',
    })
    expect(issues.map(({ severity }) => severity)).toContain('warning')
    const again = { forms: { other: 'Hallo' }, baseVersion: translation.version }
    await call(api.translations.save, { params: at, body: again })
    expect((await call(api.translations.get, { params: at })).issues).toEqual([])
  })

  test('of another origin, or a program, can do nothing with it', async () => {
    const secret = await connect()
    expect(await codeOf(saveIn(secret, EVIL))).toBe('invalid-token')
    expect(await codeOf(saveIn(secret, null))).toBe('invalid-token')
    expect(await codeOf(saveIn(secret, 'null'))).toBe('invalid-token')
  })

  test('can do nothing in another project', async () => {
    const at = people.at()
    await people.server.deps.store.write(async (w) => {
      const { id } = await createProject(w, { slug: 'other', name: 'Other', sourceLanguage: 'en', at })
      await addLanguage(w, { projectId: id, tag: 'de', by: MARA, at })
    })
    const call = inPage(await connect())
    expect(await codeOf(call(api.projects.get, { params: { project: 'other' } }))).toBe('not-found')
    const query = { language: 'de', limit: 5 }
    expect(await codeOf(call(api.translations.page, { params: { project: 'other' }, query }))).toBe(
      'not-found',
    )
  })

  test('can do nothing but edit: not with other routes, files or metrics', async () => {
    const secret = await connect()
    const call = inPage(secret)
    expect(await codeOf(call(api.projects.list, {}))).toBe('invalid-token')
    expect(await codeOf(call(api.tokens.list, { params }))).toBe('invalid-token')
    expect(
      await codeOf(call(api.members.list, { params, query: { show: 'everyone', q: '', limit: 5 } })),
    ).toBe('invalid-token')
    expect(await codeOf(call(api.editing.connect, { params, body: { origin: APP } }))).toBe('not-allowed')
    const headers = { authorization: `Bearer ${secret}`, origin: APP }
    const statusOf = async (path: string) =>
      (await fetch(`${people.server.origin}${path}`, { headers })).status
    expect(await statusOf('/api/openapi.json')).toBe(401)
    expect(await statusOf('/metrics')).toBe(401)
    const file = '/d/shop/live/locales/en/app.json'
    expect(await statusOf(file)).toBe(404)
    const body = { name: 'CI', scopes: ['read' as const], languages: null, days: 1 }
    headers.authorization = `Bearer ${(await people.call(api.tokens.create, { params, body })).secret}`
    expect(await statusOf(file)).toBe(200)
  })

  test('is notified when its token ends: by time, by revoking, with the session, or when the app is removed from the list', async () => {
    const expired = await connect()
    time += 8 * 60 * 60 * 1000 + 1
    expect(await codeOf(saveIn(expired))).toBe('invalid-token')

    const revoked = await connect()
    const { tokens } = await people.call(api.tokens.list, { params })
    expect(tokens).toMatchObject([{ name: APP, origin: APP, madeBy: { name: 'Ann' } }])
    await people.call(api.tokens.revoke, { params: { ...params, token: tokens[0]?.id ?? 0 } })
    expect(await codeOf(saveIn(revoked))).toBe('invalid-token')

    const unnamed = await connect()
    await people.call(api.editing.setOrigins, { params, body: { origins: [] } })
    expect(await codeOf(saveIn(unnamed))).toBe('invalid-token')
    await people.call(api.editing.setOrigins, { params, body: { origins: [APP] } })
    expect(await codeOf(saveIn(unnamed))).toBe('done')

    const id = await people.add('Tia', { role: 'translator', languages: null, namespaces: null })
    const ofSession = await connect(await people.as('Tia'))
    expect(await codeOf(saveIn(ofSession))).toBe('done')
    await people.server.deps.store.write((w) => deleteSessionsOf(w, id))
    expect(await codeOf(saveIn(ofSession))).toBe('invalid-token')
  })

  test('has one token per person at a time', async () => {
    const first = await connect()
    const second = await connect()
    expect(await codeOf(saveIn(first))).toBe('invalid-token')
    expect(await codeOf(saveIn(second))).toBe('done')
    expect((await people.call(api.tokens.list, { params })).tokens).toHaveLength(1)
  })

  test('can do what its person can, at each call', async () => {
    const id = await people.add('Tia', { role: 'translator', languages: ['de'], namespaces: null })
    const secret = await connect(await people.as('Tia'))
    expect(await codeOf(saveIn(secret))).toBe('done')
    await people.change(`user:${id}`, 1, { role: 'contributor', languages: null, namespaces: null })
    expect(await codeOf(saveIn(secret))).toBe('not-allowed')
    const key = await people.keyId()
    const suggestion = {
      params: { ...params, key, language: 'de' },
      body: { forms: { other: 'Servus' }, note: '' },
    }
    expect(await codeOf(inPage(secret)(api.suggestions.add, suggestion))).toBe('done')
  })
})

describe('screenshots', () => {
  const picture = Buffer.alloc(33)
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  picture.writeUInt32BE(40, 16)
  picture.writeUInt32BE(30, 20)
  const shoot = async (secret: string) => {
    const call = inPage(secret)
    const { image } = await call(api.screenshots.addImage, { params, bytes: picture })
    const place = { namespace: 'app', key: 'hello', part: 'text', x: 1, y: 1, width: 5, height: 5 }
    const body = { name: 'Shop', language: 'de', image, mark: '', takenAt: null, strings: [place] }
    return (await call(api.screenshots.save, { params, body })).strings
  }

  test('are sent by pages of apps, for anyone who can send them in any other way', async () => {
    const body = { origin: APP }
    const { secret, maySendScreenshots } = await people.call(api.editing.connect, { params, body })
    expect([maySendScreenshots, await shoot(secret)]).toEqual([true, 1])
    await people.add('Tia', { role: 'translator', languages: null, namespaces: null })
    const tia = await people.as('Tia')
    const ofTia = await tia(api.editing.connect, { params, body })
    expect([ofTia.maySendScreenshots, await codeOf(shoot(ofTia.secret))]).toEqual([false, 'not-allowed'])
    // Only Dragoman itself can read them.
    expect(await codeOf(inPage(secret)(api.screenshots.list, { params }))).toBe('invalid-token')
  })
})

test('a contributor who has signed in at an identity provider suggests, until they sign out there', async () => {
  const loopback = readAllowedAddress('127.0.0.1')
  if (loopback === null || !('network' in loopback)) throw new Error('no address')
  const allowedAddresses = { networks: [loopback.network], hosts: new Set<string>() }
  const company = await openPeople({ config: { allowedAddresses } })
  const bea = { sub: 'bea-17', name: 'Bea', email: 'bea@example.com', email_verified: true }
  const provider = await openIdentityProvider(`${company.server.origin}/sign-in/oidc`, bea)
  try {
    const settings = { ...CLIENT, issuer: provider.issuer, label: 'Company', scopes: ['profile', 'email'] }
    const groups = { groupsClaim: null, groups: [], isOnlyWay: false, allowsNew: true }
    await company.call(api.oidc.changeSettings, { body: { provider: { ...settings, ...groups } } })
    await company.call(api.editing.setOrigins, { params, body: { origins: [APP] } })
    const browser = browserOf(company)
    const { address } = await browser.call(api.oidc.begin, { body: { purpose: 'sign-in' } })
    await browser.call(api.oidc.finish, { body: { query: await provider.signIn(address) } })
    const asks = { params, body: { origin: APP } }
    // A member of the instance, not of the project.
    expect((await browser.fail(api.editing.connect, asks)).code).toBe('not-found')
    const { id: projectId } = await company.project()
    await company.server.deps.store.write(async (w) => {
      const userId = (await userByName(w, 'Bea'))?.id ?? 0
      const rights = { role: 'contributor', languages: new Set(['de']), namespaces: null } as const
      await putMembership(w, { userId, projectId }, rights)
    })
    const { secret, maySendScreenshots } = await browser.call(api.editing.connect, asks)
    expect(maySendScreenshots).toBe(false)
    const call = company.calling({ authorization: `Bearer ${secret}`, origin: APP })
    const key = await company.keyId()
    const suggest = (language: string) =>
      codeOf(
        call(api.suggestions.add, {
          params: { ...params, key, language },
          body: { forms: { other: `Hallo ${language}` }, note: '' },
        }),
      )
    const body = { forms: { other: 'Hallo' }, baseVersion: 0 }
    const save = call(api.translations.save, { params: { ...params, key, language: 'de' }, body })
    expect([await codeOf(save), await suggest('fr'), await suggest('de')]).toEqual([
      'not-allowed',
      'not-allowed',
      'done',
    ])
    await provider.signOut()
    await expect.poll(() => suggest('de')).toBe('invalid-token')
  } finally {
    await provider.stop()
    await company.close()
  }
})

describe('apps that can edit', () => {
  test('are none at first, and a token is required', async () => {
    await people.call(api.editing.setOrigins, { params, body: { origins: [] } })
    expect(await codeOf(connect())).toBe('origin-not-allowed')
    expect(await people.call(api.editing.check, { params, query: { origin: APP } })).toEqual({
      project: { slug: 'shop', name: 'Acme Shop' },
      isAllowed: false,
    })
  })

  test('keep what someone else has changed since the list was read', async () => {
    const OTHER = 'https://other.example'
    const NEW = 'https://new.example'
    const set = async (origins: string[], base?: string[]) =>
      (await people.call(api.editing.setOrigins, { params, body: { origins, ...(base && { base }) } }))
        .origins
    await set([APP, EVIL])
    const base = [APP, EVIL]
    // Two people start from the same list.
    expect(await set([APP, EVIL, OTHER], base)).toEqual([APP, EVIL, OTHER])
    expect(await set([`${APP}/`, NEW], base)).toEqual([APP, OTHER, NEW])
    expect((await people.call(api.editing.origins, { params })).origins).toEqual([APP, OTHER, NEW])
    // What both have added or removed.
    expect(await set([APP, OTHER], base)).toEqual([APP, OTHER, NEW])
    expect(await set([NEW, OTHER, APP], [APP, OTHER, NEW])).toEqual([NEW, OTHER, APP])
    expect(await set([APP])).toEqual([APP])
    const many = Array.from({ length: 50 }, (_, index) => `https://a${index}.example`)
    await set(many)
    expect(await codeOf(set([NEW], []))).toBe('invalid-input')
    expect(await set([NEW], many)).toEqual([NEW])
  })

  test('are given by origin only', async () => {
    const set = (origins: string[]) => people.call(api.editing.setOrigins, { params, body: { origins } })
    expect(await set([`${APP}/`, APP, 'http://localhost:5181'])).toEqual({
      origins: [APP, 'http://localhost:5181'],
    })
    await expect(set([APP, 'http://shop.example'])).rejects.toMatchObject({
      code: 'invalid-input',
      fields: [{ pointer: '/origins/1', code: 'no-origin' }],
    })
    expect((await people.call(api.editing.origins, { params })).origins).toHaveLength(2)
  })
})

describe('browsers', () => {
  const address = async (rest = '') =>
    `${people.server.origin}/api/projects/shop/keys/${await people.keyId()}/translations/de${rest}`

  test('let pages read responses to tokens of their origin, and never with cookies', async () => {
    const secret = await connect()
    const readerOf = async (headers: Record<string, string>, path?: string) => {
      const answer = await fetch(path === undefined ? await address() : `${people.server.origin}${path}`, {
        headers,
      })
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      return answer.headers.get('access-control-allow-origin')
    }
    const bearer = { authorization: `Bearer ${secret}` }
    expect(await readerOf({ ...bearer, origin: APP })).toBe(APP)
    // So that it can ask to sign in again; the response contains nothing else.
    expect(await readerOf({ ...bearer, origin: EVIL })).toBe(EVIL)
    expect(await readerOf({ origin: APP, cookie: await people.cookieOf('Ann') })).toBeNull()
    expect(await readerOf({ ...bearer, origin: APP }, '/api/projects')).toBeNull()
    const body = { name: 'CI', scopes: ['write' as const], languages: null, days: 30 }
    const other = await people.call(api.tokens.create, { params, body })
    expect(await readerOf({ authorization: `Bearer ${other.secret}`, origin: APP })).toBeNull()
  })

  test('write with no other token, and with no session', async () => {
    const body = { name: 'CI', scopes: ['write' as const], languages: null, days: 30 }
    const other = await people.call(api.tokens.create, { params, body })
    const key = await people.keyId()
    const save = (call: ReturnType<People['calling']>) =>
      codeOf(
        call(api.translations.save, {
          params: { ...params, key, language: 'de' },
          body: { forms: { other: 'Nein' }, baseVersion: 0 },
        }),
      )
    expect(await save(inPage(other.secret))).toBe('not-allowed')
    const cookie = await people.cookieOf('Ann')
    expect(await save(people.calling({ cookie, origin: APP, 'sec-fetch-site': 'cross-site' }))).toBe(
      'not-allowed',
    )
    // A token in addition to a session: the session is not checked.
    const both = { cookie, origin: EVIL, 'sec-fetch-site': 'cross-site' }
    const secret = await connect()
    expect(await save(people.calling({ ...both, authorization: `Bearer ${secret}` }))).toBe('invalid-token')
    expect(await save(people.calling({ ...both, authorization: 'Bearer drg_wrong' }))).toBe('invalid-token')
    expect(await save(people.calling({ ...both, authorization: 'Bearer something' }))).toBe('not-allowed')
  })

  test('of however many people do not keep anyone from creating tokens for programs', async () => {
    const { store } = people.server.deps
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    await store.write(async (w) => {
      for (let number = 0; number < LIMITS.tokensMax; number++)
        await createToken(w, {
          userId: 1,
          projectId: project?.id ?? null,
          name: APP,
          hint: '',
          secretHash: `made up ${number}`,
          scopes: new Set(['write']),
          languages: null,
          origin: APP,
          at: new Date(time).toISOString(),
          expiresAt: new Date(time + 1000).toISOString(),
        })
    })
    const body = { name: 'CI', scopes: ['write' as const], languages: null, days: 30 }
    expect((await people.call(api.tokens.create, { params, body })).token.name).toBe('CI')
  })

  test('ask first, and are answered for the routes of apps only', async () => {
    const ask = async (path: string) => {
      const headers = { origin: APP, 'access-control-request-method': 'PUT' }
      return (await fetch(path, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')
    }
    expect(await ask(await address())).toBe(APP)
    expect(await ask(await address('/history'))).toBeNull()
    expect(await ask(`${people.server.origin}/api/account`)).toBeNull()
  })

  test('keep the consent page out of frames, and let it reply to its opener', async () => {
    const headersOf = async (path: string) => (await fetch(`${people.server.origin}${path}`)).headers
    const asking = await headersOf('/connect?project=shop')
    expect(asking.get('x-frame-options')).toBe('DENY')
    expect(asking.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect((await headersOf('/projects')).get('cross-origin-opener-policy')).toBe('same-origin')
  })
})
