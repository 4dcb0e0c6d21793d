import { api, type Failure } from '@dragoman/contract'
import { addVisitorSuggestion, updateProject } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES } from './test-server.ts'

const MAIL = {
  host: '127.0.0.1',
  port: 9,
  isSecure: false,
  auth: null,
  tls: 'off',
  from: { name: 'Dragoman', address: 'l10n@example.com' },
} as const
const params = { project: 'shop' }
const LURE = 'you won 500 EUR, claim it at https://evil.example'
const codeOf = (thrown: unknown) => (thrown as Failure).code // what calls throw

describe.each(DATABASES)('names of visitors · %s', (database) => {
  let people: People
  afterEach(() => people.close())

  async function open(visitorAddress: 'none' | 'given' | 'confirmed') {
    people = await openPeople({ database, config: { mail: MAIL } })
    const { id } = await people.project()
    await people.server.deps.store.write((w) =>
      updateProject(w, id, {
        sharing: { with: 'everyone', role: 'suggester' },
        settings: { visitorAddress },
      }),
    )
    const call = people.calling({})
    const key = await people.keyId()
    const suggest = (name: string, text: string) =>
      call(api.suggestions.add, {
        params: { ...params, key, language: 'de' },
        body: { forms: { other: text }, note: '', visitor: { name } },
      })
    const owner = await people.as('Ann')
    const mails = () =>
      people.server.deps.store.read((r) => r.db.selectFrom('mail').selectAll().orderBy('id').execute())
    return { id, key, call, suggest, owner, mails }
  }

  test('that belong to an account, or look like it, are refused with a reason', async () => {
    const { suggest, owner, key } = await open('none')
    const { name } = (await owner(api.session.get, {})).actor ?? { name: '' }
    expect(name).toBe('Ann')
    for (const taken of ['Ann', 'Ann ', 'ANN', '\u0391nn'])
      expect(await suggest(taken, 'Hallo').then(() => null, codeOf)).toBe('name-of-account')
    expect((await suggest('Somebody Else', 'Hallo')).author).toEqual({ id: null, name: '' })
    const { suggestions } = await owner(api.suggestions.list, { params: { ...params, key, language: 'de' } })
    expect(suggestions.map(({ author }) => author)).toEqual([{ id: 'visitor:0', name: 'Somebody Else' }])
  })

  test('cannot be tried one after the other to learn who has an account', async () => {
    const { suggest } = await open('none')
    const codes: (string | null)[] = []
    for (let count = 0; count < 62; count++)
      codes.push(await suggest(`Nobody ${count}`, `Hallo ${count % 2}`).then(() => null, codeOf))
    expect(codes.slice(60)).toEqual(['too-many-requests', 'too-many-requests'])
  })

  test('stay marked after their words were accepted, and are one entry of the queue', async () => {
    const { suggest, owner, key } = await open('none')
    await suggest('Vera', 'Hallo Vera')
    await suggest('Vanja', 'Hallo Vanja')
    const { authors } = await owner(api.review.counts, { params: { ...params, language: 'de' } })
    expect(authors.filter(({ actor }) => actor.id === 'visitor:0')).toEqual([
      { actor: { id: 'visitor:0', name: '' }, count: 1 },
    ])
    const of = { params: { ...params, key, language: 'de' } }
    const { suggestions } = await owner(api.suggestions.list, of)
    const [first] = suggestions.filter(({ author }) => author.name === 'Vera')
    if (first === undefined) throw new Error('no suggestion')
    const { translation } = await owner(api.suggestions.accept, {
      params: { ...params, suggestion: first.id },
      body: { version: first.version, baseVersion: first.textVersion },
    })
    expect(translation.actor).toEqual({ id: 'visitor:0', name: 'Vera' })
  })

  test('of others are not shown to visitors as their own', async () => {
    const { id, key, call } = await open('none')
    const { store } = people.server.deps
    await store.write((w) =>
      addVisitorSuggestion(w, {
        projectId: id,
        keyId: key,
        language: 'de',
        forms: { other: 'Hallo' },
        note: '',
        at: new Date().toISOString(),
        visitor: { name: 'Vera', address: null, countedAs: ['x'] },
        nowMs: Date.now(),
      }),
    )
    const { suggestions } = await call(api.suggestions.list, { params: { ...params, key, language: 'de' } })
    expect(suggestions.map(({ author }) => author)).toEqual([{ id: null, name: '' }])
  })

  test('are in no email to an address that no one has confirmed', async () => {
    const { call, owner, mails } = await open('confirmed')
    const body = { name: LURE, address: 'victim@example.org' }
    expect(await call(api.suggestions.requestVisitorCode, { params, body })).toEqual({ isSent: true })
    await owner(api.account.update, { body: { name: LURE } })
    await owner(api.account.setAddress, { body: { address: 'victim@example.org' } })
    const sent = await mails()
    expect(sent.map(({ kind }) => kind)).toEqual(['visitor-code', 'confirm-address'])
    for (const { to_name, subject, text, html } of sent) {
      expect([to_name, subject, text, html].join('\n')).not.toContain('500 EUR')
      expect(text).toMatch(/^Hello,\n/)
    }
  })

  test.each(['none', 'given'] as const)(
    'get no code where the project asks for: %s',
    async (visitorAddress) => {
      const { call, mails } = await open(visitorAddress)
      const body = { name: 'Vera', address: 'victim@example.org' }
      expect(await call(api.suggestions.requestVisitorCode, { params, body }).then(() => null, codeOf)).toBe(
        'address-not-needed',
      )
      expect(await mails()).toEqual([])
    },
  )
})
