import { api, type PushedChange } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

describe.each(DATABASES)('texts of files on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  })
  afterAll(() => server.close())

  const push = (changes: PushedChange[], languages: string[] = []) =>
    server.call(api.texts.push, { params, body: { origin: 'dragoman push', languages, changes } })
  const ofNamespace = (namespace: string, languages = 'en,de') =>
    server.call(api.texts.ofNamespace, { params, query: { namespace, languages } })
  const marks = async () => {
    const { texts } = await server.call(api.texts.state, { params })
    return Object.fromEntries(
      texts.map(({ language, namespace, mark }) => [`${namespace} ${language}`, mark]),
    )
  }
  const newKey = (namespace: string, name: string, texts: Record<string, string>): PushedChange => ({
    kind: 'add-key',
    namespace,
    name,
    plural: 'none',
    path: [name],
    texts: Object.fromEntries(Object.entries(texts).map(([tag, other]) => [tag, { forms: { other } }])),
  })

  test('arrive with their languages as one operation, and are reported with versions and marks', async () => {
    const { operation, refused } = await push(
      [newKey('app', 'title', { en: 'Cart', de: 'Korb' }), newKey('legal', 'terms', { en: 'Terms' })],
      ['de'],
    )
    expect(refused).toEqual([])
    expect(operation).toMatchObject({ kind: 'import', summary: { keysAdded: 2, origin: 'dragoman push' } })
    const found = await ofNamespace('app')
    expect(found.keys.map(({ name }) => name)).toEqual(['title'])
    expect(found.texts.map(({ language, rows }) => [language, rows[0]?.forms])).toEqual([
      ['en', { other: 'Cart' }],
      ['de', { other: 'Korb' }],
    ])
    const all = await marks()
    expect(Object.keys(all).sort()).toEqual(['app de', 'app en', 'legal de', 'legal en'])
    for (const { language, mark } of found.texts) expect(all[`app ${language}`]).toBe(mark)
    expect((await server.call(api.texts.state, { params })).languages).toContain('de')
  })

  test('a mark changes with its own texts and keys only', async () => {
    const before = await marks()
    const { keys, texts } = await ofNamespace('app')
    const keyId = keys[0]?.id ?? 0
    const version = texts.find(({ language }) => language === 'de')?.rows[0]?.version ?? 0
    await push([
      { kind: 'translate', keyId, language: 'de', forms: { other: 'Wagen' }, baseVersion: version },
    ])
    const after = await marks()
    expect(after['app de']).not.toBe(before['app de'])
    expect({ ...after, 'app de': '' }).toEqual({ ...before, 'app de': '' })
    await push([newKey('app', 'pay', { en: 'Pay' })])
    const added = await marks()
    expect(added['app en']).not.toBe(after['app en'])
    expect(added['legal en']).toBe(after['legal en'])
    const pay = (await ofNamespace('app')).keys.find(({ name }) => name === 'pay')
    await push([{ kind: 'remove-key', keyId: pay?.id ?? 0, baseVersion: pay?.version ?? 0 }])
    expect((await marks())['app en']).toBe(after['app en'])
  })

  test('only what was changed in the meantime is left out and listed', async () => {
    const { keys, texts } = await ofNamespace('app')
    const keyId = keys[0]?.id ?? 0
    const version = texts.find(({ language }) => language === 'de')?.rows[0]?.version ?? 0
    const { refused } = await push([
      { kind: 'translate', keyId, language: 'de', forms: { other: 'Alt' }, baseVersion: version - 1 },
      newKey('app', 'title', { en: 'Twice' }),
      { kind: 'remove-key', keyId, baseVersion: 1 },
      { kind: 'translate', keyId: 99_999, language: 'de', forms: { other: 'x' }, baseVersion: 0 },
      { kind: 'translate', keyId, language: 'tlh', forms: { other: 'x' }, baseVersion: 0 },
      newKey('app', 'help', { en: 'Help' }),
    ])
    const byChange = refused.toSorted((a, b) => a.change - b.change)
    expect(byChange).toEqual([
      { change: 0, code: 'stale-edit' },
      { change: 1, code: 'already-exists' },
      { change: 2, code: 'stale-edit' },
      { change: 3, code: 'not-found' },
      { change: 4, code: 'not-found' },
    ])
    const after = await ofNamespace('app')
    expect(after.keys.map(({ name }) => name)).toEqual(['title', 'help'])
    expect(after.texts.find(({ language }) => language === 'de')?.rows[0]?.forms).toEqual({ other: 'Wagen' })
  })

  test('a key gets a new name with its path, but not a taken one', async () => {
    const { keys } = await ofNamespace('app')
    const [title, help] = keys
    const named = (name: string, path: string[]): PushedChange => {
      return {
        kind: 'edit-key',
        keyId: help?.id ?? 0,
        fields: { name, path },
        baseVersion: help?.version ?? 0,
      }
    }
    const taken = await push([named(title?.name ?? '', ['title'])])
    expect(taken).toMatchObject({ operation: null, refused: [{ change: 0, code: 'already-exists' }] })
    const { refused } = await push([named('menu.help', ['menu', 'help'])])
    expect(refused).toEqual([])
    const after = await ofNamespace('app')
    expect(after.keys.find(({ id }) => id === help?.id)).toMatchObject({
      name: 'menu.help',
      path: ['menu', 'help'],
    })
    expect((await push([named('menu.other', ['menu', 'other'])])).refused).toEqual([
      { change: 0, code: 'stale-edit' },
    ])
  })

  test('a project without texts gets the syntax of the files, others keep theirs', async () => {
    const body = { slug: 'phone', name: 'Phone', sourceLanguage: 'en' }
    await server.call(api.projects.create, { body })
    const at = { params: { project: 'phone' } }
    const pushed = (syntax: string, name: string) =>
      server.call(api.texts.push, {
        ...at,
        body: { origin: 'x', languages: [], syntax, changes: [newKey('app', name, { en: name })] },
      })
    await pushed('printf', 'one')
    await pushed('icu', 'two')
    expect((await server.call(api.texts.state, at)).syntax).toBe('printf')
  })

  test('reviewed texts with errors become translated, are listed, and are not written again', async () => {
    const body = { slug: 'checked', name: 'Checked', sourceLanguage: 'en' }
    await server.call(api.projects.create, { body })
    const at = { params: { project: 'checked' } }
    const pushed = (changes: PushedChange[]) =>
      server.call(api.texts.push, { ...at, body: { origin: 'x', languages: ['de', 'fr'], changes } })
    const reviewed = (other: string) => ({ forms: { other }, state: 'reviewed' as const })
    const added = await pushed([
      newKey('app', 'first', { en: 'First' }),
      {
        kind: 'add-key',
        namespace: 'app',
        name: 'hello',
        plural: 'none',
        path: ['hello'],
        texts: { en: reviewed('Hello {{name}}'), de: reviewed('Hallo'), fr: reviewed('Salut {{name}}') },
      },
    ])
    expect(added).toMatchObject({ refused: [], notApproved: [{ change: 1, language: 'de' }] })
    const stored = async () => {
      const { keys, texts } = await server.call(api.texts.ofNamespace, {
        ...at,
        query: { namespace: 'app', languages: 'de,fr' },
      })
      const place = keys.findIndex(({ name }) => name === 'hello')
      const [de, fr] = texts.map(({ rows }) => rows[place])
      return { keyId: keys[place]?.id ?? 0, version: de?.version ?? 0, states: [de?.state, fr?.state] }
    }
    const { keyId, version, states } = await stored()
    expect(states).toEqual(['translated', 'reviewed'])
    const again = { kind: 'translate', keyId, language: 'de', ...reviewed('Hallo') } as const
    const sentAgain = await pushed([{ ...again, baseVersion: version }])
    expect(sentAgain).toEqual({
      operation: null,
      refused: [],
      notApproved: [{ change: 0, language: 'de' }],
    })
    expect((await stored()).version).toBe(version)
    const right = await pushed([{ ...again, ...reviewed('Hallo {{name}}'), baseVersion: version }])
    expect(right.notApproved).toEqual([])
    expect((await stored()).states).toEqual(['reviewed', 'reviewed'])
  })

  test('unknown languages and namespaces have no texts', async () => {
    expect(await ofNamespace('none')).toEqual({ keys: [], texts: [] })
    expect((await ofNamespace('app', 'tlh')).texts).toEqual([])
    const wrong = await server.fail(api.texts.push, {
      params,
      body: { origin: 'x', languages: ['no tag'], changes: [] },
    })
    expect(wrong).toMatchObject({ code: 'invalid-input', fields: [{ pointer: '/languages/0' }] })
  })
})
