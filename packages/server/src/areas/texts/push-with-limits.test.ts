import { api, callRoute, type PushedChange } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { peopleOf, type TestPerson } from '../../../test/people.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

type Limits = Parameters<ReturnType<typeof peopleOf>['member']>[2]
type Call = TestServer['call']

describe.each(DATABASES)('texts pushed by someone with limits on %s', (database) => {
  let server: TestServer | undefined
  let projects = 0
  afterAll(() => server?.close())

  const open = async () => (server ??= await openTestServer({ database }))
  const slug = () => `shop-${projects}`
  const at = () => ({ params: { project: slug() } })

  const push = async (call: Call, changes: PushedChange[], languages: string[] = []) => {
    const { refused } = await call(api.texts.push, { ...at(), body: { origin: 'push', languages, changes } })
    return refused.toSorted((a, b) => a.change - b.change)
  }
  const newKey = (namespace: string, name: string, texts: Record<string, string>): PushedChange => ({
    kind: 'add-key',
    namespace,
    name,
    plural: 'none',
    path: [name],
    texts: Object.fromEntries(Object.entries(texts).map(([tag, other]) => [tag, { forms: { other } }])),
  })
  /** Returns the texts of a namespace by key, in the order of the languages. */
  const textsOf = async (namespace: string, languages = 'en,de') => {
    const { call } = await open()
    const { keys, texts } = await call(api.texts.ofNamespace, { ...at(), query: { namespace, languages } })
    return Object.fromEntries(
      keys.map(({ name }, place) => [name, texts.map(({ rows }) => rows[place]?.forms.other ?? '')]),
    )
  }
  const german = async (namespace: string, other: string): Promise<PushedChange> => {
    const { call } = await open()
    const query = { namespace, languages: 'de' }
    const { keys, texts } = await call(api.texts.ofNamespace, { ...at(), query })
    const baseVersion = texts[0]?.rows[0]?.version ?? 0
    return { kind: 'translate', keyId: keys[0]?.id ?? 0, language: 'de', forms: { other }, baseVersion }
  }
  const person = async (limits: Limits): Promise<TestPerson> => {
    const test = await open()
    const project = await test.server.deps.store.read((r) => projectBySlug(r, slug()))
    return peopleOf(test).member(`Dev ${projects}`, project?.id ?? 0, limits)
  }

  beforeEach(async () => {
    projects++
    const { call } = await open()
    await call(api.projects.create, {
      body: { slug: slug(), name: `Shop ${projects}`, sourceLanguage: 'en' },
    })
    const title = newKey('app', 'title', { en: 'Title', de: 'Titel' })
    await push(call, [title, newKey('legal', 'terms', { en: 'Terms', de: 'AGB' })], ['de'])
  })

  test('a developer of a namespace writes what is in it', async () => {
    const { call } = await person({ role: 'developer', namespaces: new Set(['app']) })
    const changes = [
      await german('app', 'Überschrift'),
      newKey('app', 'pay', { en: 'Pay', de: 'Zahlen' }),
      await german('legal', 'Bedingungen'),
      newKey('legal', 'imprint', { en: 'Imprint' }),
    ]
    expect(await push(call, changes)).toEqual([
      { change: 2, code: 'not-allowed' },
      { change: 3, code: 'not-allowed' },
    ])
    expect(await textsOf('app')).toEqual({ title: ['Title', 'Überschrift'], pay: ['Pay', 'Zahlen'] })
    expect(await textsOf('legal')).toEqual({ terms: ['Terms', 'AGB'] })
  })

  test('a developer of a language writes its texts, and no keys', async () => {
    const { call } = await person({ role: 'developer', languages: new Set(['de']) })
    const changes = [newKey('app', 'pay', { en: 'Pay' }), await german('app', 'Überschrift')]
    expect(await push(call, changes)).toEqual([{ change: 0, code: 'not-allowed' }])
    expect(await textsOf('app')).toEqual({ title: ['Title', 'Überschrift'] })
  })

  test('a token for a language writes its texts, and adds no other language', async () => {
    const test = await open()
    const body = { name: 'CI', scopes: ['files' as const], languages: ['de'], days: 1 }
    const { secret } = await test.call(api.tokens.createOwn, { body })
    const call: Call = (route, parts) =>
      callRoute(
        (path, init) => {
          const headers = new Headers(init?.headers)
          headers.set('authorization', `Bearer ${secret}`)
          return fetch(`${test.server.origin}${path}`, { ...init, headers })
        },
        route,
        parts,
      )
    const text = await german('app', 'Überschrift')
    const keyId = text.kind === 'translate' ? text.keyId : 0
    const changes: PushedChange[] = [
      { kind: 'translate', keyId, language: 'fr', forms: { other: 'Titre' }, baseVersion: 0 },
      text,
      { kind: 'translate', keyId, language: 'en', forms: { other: 'Heading' }, baseVersion: 1 },
      newKey('app', 'pay', { en: 'Pay' }),
    ]
    const refused = [0, 2, 3].map((change) => ({ change, code: 'not-allowed' }))
    expect(await push(call, changes, ['de', 'fr'])).toEqual(refused)
    expect(await textsOf('app')).toEqual({ title: ['Title', 'Überschrift'] })
    expect((await test.call(api.texts.state, at())).languages).toEqual(['en', 'de'])
  })

  test('texts in a language that they cannot add are left out and listed, the key is added', async () => {
    const { call } = await person({ role: 'developer', namespaces: new Set(['app']) })
    const changes = [
      newKey('app', 'pay', { en: 'Pay', fr: 'Payer', de: 'Zahlen' }),
      newKey('app', 'help', { en: 'Help' }),
      newKey('app', 'bye', { fr: 'Salut' }),
      newKey('legal', 'imprint', { en: 'Imprint', fr: 'Mentions' }),
    ]
    expect(await push(call, changes, ['fr', 'de'])).toEqual([
      { change: 0, code: 'not-allowed', language: 'fr' },
      { change: 2, code: 'not-allowed' },
      { change: 3, code: 'not-allowed' },
    ])
    expect(await textsOf('app')).toEqual({
      title: ['Title', 'Titel'],
      pay: ['Pay', 'Zahlen'],
      help: ['Help', ''],
    })
    expect((await (await open()).call(api.texts.state, at())).languages).toEqual(['en', 'de'])
  })

  test('only the rename to a taken name is refused, not that to the same name in another namespace', async () => {
    const { call } = await open()
    await push(call, [newKey('app', 'pay', { en: 'Pay' }), newKey('legal', 'pay', { en: 'Pay' })])
    const renamed = async (namespace: string, from: string, to: string): Promise<PushedChange> => {
      const { keys } = await call(api.texts.ofNamespace, { ...at(), query: { namespace, languages: 'en' } })
      const key = keys.find(({ name }) => name === from)
      const fields = { name: to, path: [to] }
      return { kind: 'edit-key', keyId: key?.id ?? 0, fields, baseVersion: key?.version ?? 0 }
    }
    const changes = [
      await renamed('legal', 'pay', 'title'),
      await renamed('app', 'pay', 'title'),
      newKey('app', 'twice', { en: 'First' }),
      newKey('app', 'twice', { en: 'Second' }),
    ]
    expect(await push(call, changes)).toEqual([
      { change: 1, code: 'already-exists' },
      { change: 3, code: 'already-exists' },
    ])
    expect(Object.keys(await textsOf('legal'))).toEqual(['terms', 'title'])
    expect((await textsOf('app')).twice).toEqual(['First', ''])
  })
})
