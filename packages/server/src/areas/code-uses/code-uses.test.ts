import { api, type CodeUsesBody } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

type Use = CodeUsesBody['files'][number]['uses'][number]

function use(line: number, key: string, more: Partial<Use> = {}): Use {
  return {
    line,
    column: 3,
    kind: 'key',
    key,
    namespaces: [],
    hasContext: false,
    isOptional: false,
    ...more,
  }
}

function scan(
  files: Readonly<Record<string, readonly Use[]>>,
  more: Partial<CodeUsesBody> = {},
): CodeUsesBody {
  return {
    revision: 'c0ffee',
    permalink: 'https://forge.example.com/acme/shop/blob/{commit}/{path}#L{line}',
    defaultNamespaces: null,
    fallbackNamespaces: [],
    filesRead: 7,
    files: Object.entries(files).map(([path, uses]) => ({ path, uses: [...uses] })),
    ...more,
  }
}

describe.each(DATABASES)('what the code uses on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  const ids = new Map<string, number>()
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const texts = {
      'app cart.title': 'Cart',
      'app menu.file': 'File',
      'app friend_female': 'Friend',
      'app nested': 'Nested',
      'app old': 'Old, see $t(nested)',
      'app kind.big': 'Big',
      'legal cart.title': 'Another',
    }
    for (const [name, other] of Object.entries(texts)) {
      const [namespace = '', key = ''] = name.split(' ')
      const made = await server.call(api.keys.create, {
        params,
        body: { namespace, name: key, plural: 'none', forms: { other } },
      })
      ids.set(name, made.key.id)
    }
  })
  afterAll(() => server.close())

  const send = (body: CodeUsesBody) => server.call(api.codeUses.replace, { params, body })
  const get = () => server.call(api.codeUses.get, { params })
  const ofKey = (name: string) =>
    server.call(api.codeUses.ofKey, { params: { ...params, key: ids.get(name) ?? 0 } })
  const found = async (q: string) => {
    const { rows } = await server.call(api.keys.page, { params, query: { languages: 'en', q, limit: 100 } })
    return rows.map(({ key }) => `${key.namespace} ${key.name}`)
  }

  test('before a scan nothing is known, and no key is unused', async () => {
    expect(await get()).toEqual({ scan: null, uses: 0, unused: 0, missing: [], missingTotal: 0 })
    expect(await ofKey('app old')).toEqual({ scan: null, uses: [], total: 0 })
    expect(await found('is:unused')).toEqual([])
    expect(await found('-is:unused')).toHaveLength(7)
  })

  test('uses are reported with their address, unused keys are found, missing ones listed', async () => {
    const sent = await send(
      scan({
        'src/my cart.tsx': [
          use(4, 'cart.title', { namespaces: ['app'] }),
          use(9, 'gone', { namespaces: ['app'] }),
          use(10, 'gone', { namespaces: ['app'] }),
          use(11, 'maybe', { namespaces: ['app'], isOptional: true }),
        ],
        'src/menu.ts': [
          use(1, 'menu.', { kind: 'prefix', namespaces: null }),
          use(2, 'friend', { hasContext: true }),
          use(3, 'cart.title', { namespaces: ['app'] }),
        ],
      }),
    )
    expect(sent).toEqual({ uses: 7, unused: 3, missing: 1 })
    expect(await found('is:unused')).toEqual(['app old', 'app kind.big', 'legal cart.title'])
    expect(await found('-is:unused ns:app')).toEqual([
      'app cart.title',
      'app menu.file',
      'app friend_female',
      'app nested',
    ])
    const state = await get()
    expect(state).toMatchObject({
      scan: { revision: 'c0ffee', filesRead: 7, by: { name: expect.any(String) } },
      uses: 7,
      unused: 3,
      missingTotal: 1,
      missing: [
        {
          key: 'gone',
          namespace: 'app',
          path: 'src/my cart.tsx',
          line: 9,
          column: 3,
          url: 'https://forge.example.com/acme/shop/blob/c0ffee/src/my%20cart.tsx#L9',
        },
      ],
    })
    const places = async (name: string) => (await ofKey(name)).uses.map(({ path, line }) => `${path}:${line}`)
    expect(await places('app cart.title')).toEqual(['src/my cart.tsx:4', 'src/menu.ts:3'])
    expect(await places('legal cart.title')).toEqual([])
    expect(await places('app friend_female')).toEqual(['src/menu.ts:2'])
    expect((await ofKey('app menu.file')).uses).toMatchObject([{ kind: 'prefix', key: 'menu.' }])
  })

  test('an added key is no longer missing, a deleted one no longer unused', async () => {
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'gone', plural: 'none', forms: { other: 'Here' } },
    })
    expect(await get()).toMatchObject({ missing: [], missingTotal: 0, unused: 3 })
    await server.call(api.keys.remove, { params: { ...params, key: ids.get('app kind.big') ?? 0 } })
    expect(await get()).toMatchObject({ unused: 2 })
    expect(await found('is:unused')).toEqual(['app old', 'legal cart.title'])
  })

  test('namespaces that the project cannot have are not found in it', async () => {
    const namespaces = ['@acme/ui', '', 'Some sentence', 'a:b', 'a\u0000\ud800']
    const uses = namespaces.map((namespace, place) => use(place + 1, 'old', { namespaces: [namespace] }))
    const also = use(9, 'old', { namespaces: ['@acme/ui', 'app'] })
    const settings = { defaultNamespaces: ['my page'], fallbackNamespaces: ['@acme/all'] }
    expect(await send(scan({ 'a.ts': [...uses, also] }, settings))).toMatchObject({ uses: 6, missing: 5 })
    expect((await ofKey('app old')).uses.map(({ line }) => line)).toEqual([9])
    expect((await get()).missing.map(({ key, namespace }) => [namespace, key])).toEqual(
      namespaces.map((namespace) => [namespace, 'old']),
    )
  })

  test('a scan replaces the previous one as a whole', async () => {
    await send(scan({ 'a.ts': [use(1, 'old', { namespaces: null })] }, { revision: 'beef', permalink: null }))
    expect((await ofKey('app old')).uses).toMatchObject([{ path: 'a.ts', line: 1, url: null }])
    expect((await ofKey('app cart.title')).uses).toEqual([])
    expect(await get()).toMatchObject({ scan: { revision: 'beef' }, uses: 1 })
  })

  test('a key whose alias the code uses is used, and the alias is not missing', async () => {
    await server.call(api.keys.update, {
      params: { ...params, key: ids.get('app menu.file') ?? 0 },
      body: { name: 'menu.document' },
    })
    const sent = await send(
      scan({
        'a.ts': [use(1, 'menu.file', { namespaces: ['app'] }), use(2, 'menu.edit', { namespaces: ['app'] })],
      }),
    )
    expect(sent).toMatchObject({ missing: 1 })
    expect(await found('is:unused key:menu*')).toEqual([])
    expect((await ofKey('app menu.file')).uses).toMatchObject([{ path: 'a.ts', line: 1, key: 'menu.file' }])
    expect(await get()).toMatchObject({ missing: [{ key: 'menu.edit' }], missingTotal: 1 })
  })

  test('handles keys of maximum length, characters that a database refuses, and thousands of uses', async () => {
    const long = '🔑'.repeat(512)
    const many = Array.from({ length: 3000 }, (_, at) => use(at + 1, `seeded.key${at}`))
    const sent = await send(scan({ 'a\u0000b.ts': [use(1, long), use(2, 'odd\u0000key')], 'b.ts': many }))
    expect(sent).toMatchObject({ uses: 3002, missing: 3002 })
    const { missing, missingTotal } = await get()
    expect([missing.length, missingTotal]).toEqual([500, 3002])
  })

  test.each([
    ['no address', { permalink: 'javascript:alert({commit}{path})' }],
    ['no commit', { revision: 'a b' }],
    ['no line', { files: [{ path: 'a', uses: [use(0, 'x')] }] }],
    ['too many', { files: [{ path: 'a', uses: Array.from({ length: 50_001 }, () => use(1, 'x')) }] }],
  ])('%s is refused, and what was there stays', async (_, more) => {
    const before = await get()
    await expect(send(scan({}, more))).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await get()).toEqual(before)
  })
})
