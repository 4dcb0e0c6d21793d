import { api } from '@dragoman/contract'
import type { TokenScope } from '@dragoman/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const PATH = 'shop/live/locales/en/app.json'

describe.each(DATABASES)('a private channel and tokens, on %s', (database) => {
  let server: TestServer
  const logged: unknown[] = []
  beforeEach(async () => {
    logged.length = 0
    server = await openTestServer({ database, log: (entry: unknown) => void logged.push(entry) })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: false },
    })
    await addKey('title', 'Shop')
  })
  afterEach(() => server.close())

  const addKey = (name: string, text: string) =>
    server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'none', forms: { other: text } },
    })

  const makeToken = (scopes: TokenScope[], more: { channels?: string[]; days?: number } = {}) =>
    server.call(api.tokens.create, {
      params,
      body: { name: 'App', scopes, languages: null, days: 30, ...more },
    })

  const load = (path: string, secret?: string, headers: Record<string, string> = {}) =>
    fetch(`${server.server.origin}/d/${path}`, {
      headers: { ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }), ...headers },
    })

  test('is loaded with one by header or URL, and with nothing else', async () => {
    const { secret } = await makeToken(['deliver'])
    const refused = await load(PATH)
    // Caches must not serve this 404 to clients with a token.
    expect([refused.status, refused.headers.get('vary')]).toEqual([404, 'Authorization, Cookie'])
    expect((await load(PATH, `drg_${'x'.repeat(43)}`)).status).toBe(404)
    const answer = await load(PATH, secret, { origin: 'https://shop.example.com', 'accept-encoding': 'gzip' })
    expect(await answer.json()).toEqual({ title: 'Shop' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding, Authorization',
    })
    expect(answer.headers.get('cross-origin-resource-policy')).toBeNull()
    expect(await (await load(`${PATH}?token=${secret}`)).json()).toEqual({ title: 'Shop' })
    expect((await load(`${PATH}?token=drg_nothing`)).status).toBe(404)
    const etag = answer.headers.get('etag') ?? ''
    expect((await load(PATH, secret, { 'if-none-match': etag, 'accept-encoding': 'gzip' })).status).toBe(304)
    expect(await (await load('shop/live/locales/en+de/app.json', secret)).json()).toEqual({
      en: { app: { title: 'Shop' } },
    })
    // The next response includes a saved text, even for files cached in memory.
    await addKey('more', 'More')
    expect(await (await load(PATH, secret)).json()).toEqual({ title: 'Shop', more: 'More' })
    expect(JSON.stringify(logged)).not.toContain(secret)
  })

  test('is refused from the moment it is revoked or expires, although the file is in memory', async () => {
    const { token, secret } = await makeToken(['deliver'])
    expect((await load(PATH, secret)).status).toBe(200)
    const stream = await load('shop/live/events', secret)
    expect(stream.status).toBe(200)
    await server.call(api.tokens.revoke, { params: { ...params, token: token.id } })
    for (const path of [PATH, `${PATH}?token=${secret}`, 'shop/live/manifest.json', 'shop/live/events'])
      expect([path, (await load(path, secret)).status]).toEqual([path, 404])
    // Connected listeners are disconnected, and not let in again.
    expect(await stream.text()).toContain('event: ready')
  })

  test('is loaded by a token of its project and channel, and never by one that cannot read', async () => {
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'staging', kind: 'catalog', settings: {} },
    })
    const staging = await makeToken(['deliver'], { channels: ['staging'] })
    expect(staging.token.channels).toEqual(['staging'])
    expect((await load(PATH, staging.secret)).status).toBe(404)
    expect((await load('shop/staging/locales/en/app.json', staging.secret)).status).toBe(200)
    const reading = await makeToken(['read'])
    expect((await load(PATH, reading.secret)).status).toBe(200)
    await server.call(api.projects.create, {
      body: { slug: 'other', name: 'Other', sourceLanguage: 'en', deliverPublic: false },
    })
    await server.call(api.keys.create, {
      params: { project: 'other' },
      body: { namespace: 'app', name: 'secret', plural: 'none', forms: { other: 'Secret' } },
    })
    expect((await load('other/live/locales/en/app.json', reading.secret)).status).toBe(404)
    const { hash } = await fixedOf(staging.secret)
    expect((await load(`shop/files/en/app.${hash}.json`, staging.secret)).status).toBe(200)
    expect((await load(`shop/files/en/app.${hash}.json`)).status).toBe(404)
  })

  test('a token to load files can do nothing else, not even ask who owns it', async () => {
    const { secret } = await makeToken(['deliver'])
    const refusalOf = async (path: string) => {
      const answer = await fetch(`${server.server.origin}/api/${path}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      const { code, params } = (await answer.json()) as { code: string; params: { reason?: string } }
      return [answer.status, code, params.reason]
    }
    for (const path of ['session', 'projects', 'projects/shop', 'projects/shop/channels', 'account'])
      expect([path, await refusalOf(path)]).toEqual([path, [403, 'not-allowed', 'token-scope']])
  })

  async function fixedOf(secret: string): Promise<{ hash: string }> {
    let hash = ''
    await eventually(async () => {
      const answer = await load('shop/staging/manifest.json', secret)
      if (answer.status !== 200) return false
      const { files } = (await answer.json()) as { files: { hash: string }[] }
      hash = files[0]?.hash.slice(0, 22) ?? ''
      return hash !== ''
    })
    return { hash }
  }
})
