import { api, type Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { createSource, updateProject, upsertFile } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { visitorCode } from '../src/areas/suggestions/visitor-addresses.ts'
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

describe.each(DATABASES)('visitors · %s', (database) => {
  let people: People
  afterEach(() => people.close())

  /** Opens a project for everyone's suggestions; returns the calls of a visitor. */
  async function open(
    visitorAddress: 'none' | 'given' | 'confirmed',
    config: NonNullable<Parameters<typeof openPeople>[0]>['config'] = {},
  ) {
    people = await openPeople({ database, config })
    const { id } = await people.project()
    await people.server.deps.store.write((w) =>
      updateProject(w, id, {
        sharing: { with: 'everyone', role: 'suggester' },
        settings: { visitorAddress },
      }),
    )
    const key = await people.keyId()
    const call = people.calling({})
    let count = 0
    const suggest = (visitor: { name: string; address?: string; pass?: string } | undefined) =>
      call(api.suggestions.add, {
        params: { ...params, key, language: (['de', 'fr', 'pl'] as const)[count % 3] ?? 'de' },
        body: { forms: { other: `Hallo ${count++}` }, note: '', ...(visitor ? { visitor } : {}) },
      })
    const codeOf = (thrown: unknown) => (thrown as Failure).code // what calls throw
    const refusal = (visitor: Parameters<typeof suggest>[0]) => suggest(visitor).then(() => null, codeOf)
    return { call, suggest, refusal, codeOf }
  }

  test('provide what the manager requires', async () => {
    const none = await open('none')
    expect(await none.refusal(undefined)).toBe('invalid-input')
    await none.suggest({ name: 'Vera' })
    await people.close()
    const given = await open('given')
    expect(await given.refusal({ name: 'Vera' })).toBe('invalid-input')
    expect(await given.refusal({ name: 'Vera', address: 'not an address' })).toBe('invalid-input')
    await given.suggest({ name: 'Vera', address: 'vera@example.org' })
    await people.close()
    // Without a mail server no one could confirm anything.
    const unable = await open('confirmed')
    const body = { name: 'Vera', address: 'vera@example.org' }
    expect(await unable.call(api.suggestions.requestVisitorCode, { params, body })).toEqual({ isSent: false })
    await unable.suggest(body)
  })

  test('confirm an address by a code; the result is for that address, and expires', async () => {
    const { call, suggest, refusal, codeOf } = await open('confirmed', { mail: MAIL })
    const time = people.server.deps.now().getTime()
    const address = 'vera@example.org'
    expect(await refusal({ name: 'Vera', address })).toBe('address-not-confirmed')
    const body = { name: 'Vera', address }
    expect(await call(api.suggestions.requestVisitorCode, { params, body })).toEqual({ isSent: true })
    const { sealing } = people.server.deps
    const code = visitorCode(sealing, address, new Date(time))
    const confirm = (code: string, of = address) =>
      call(api.suggestions.confirmVisitor, { params, body: { address: of, code } })
    expect(await confirm('00000000').then(() => null, codeOf)).toBe('wrong-code')
    expect(await confirm(code, 'other@example.org').then(() => null, codeOf)).toBe('wrong-code')
    const dayBefore = visitorCode(sealing, address, new Date(time - 24 * 60 * 60 * 1000))
    expect(await confirm(dayBefore).then(() => null, codeOf)).toBe('wrong-code')
    const { pass } = await confirm(` ${code.slice(0, 4)} ${code.slice(4)}`)
    await suggest({ name: 'Vera', address, pass })
    expect(await refusal({ name: 'Vera', address: 'other@example.org', pass })).toBe('address-not-confirmed')
    const longer = pass.replace(/^\d+/, (until) => String(Number(until) + 1))
    expect(await refusal({ name: 'Vera', address, pass: longer })).toBe('address-not-confirmed')
    expect(await refusal({ name: 'Vera', address, pass: '' })).toBe('address-not-confirmed')
  })

  test('only a few codes are sent to one address, and only a few attempts allowed', async () => {
    const { call, codeOf } = await open('confirmed', { mail: MAIL })
    const address = 'vera@example.org'
    const ask = () =>
      call(api.suggestions.requestVisitorCode, { params, body: { name: 'Vera', address } }).then(
        () => 'sent',
        codeOf,
      )
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      'sent',
      'sent',
      'sent',
      'too-many-requests',
    ])
    const answers = []
    for (let attempt = 0; attempt < 11; attempt++)
      answers.push(
        await call(api.suggestions.confirmVisitor, { params, body: { address, code: '12345678' } }).then(
          () => 'right',
          codeOf,
        ),
      )
    expect(answers).toEqual([...Array(10).fill('wrong-code'), 'too-many-requests'])
  })

  test('cannot find out by searching which files there are and what apps use', async () => {
    const { call } = await open('none')
    const { id: projectId } = await people.project()
    await people.server.deps.store.write(async (w) => {
      const source = await createSource(w, {
        ...{ kind: 'folder', folder: '/shop', pattern: 'secret/{lng}/{ns}.json', format: 'i18next-json' },
        ...{ projectId, writable: true, createdAt: '2026-01-01T00:00:00.000Z' },
      })
      const place = { sourceId: source.id, path: 'secret/de/app.json', language: 'de', namespace: 'app' }
      await upsertFile(w, { ...place, side: 'target', state: 'in-step', problem: null })
    })
    const search = async (q: string, as: typeof call) => {
      const found = await as(api.translations.page, { params, query: { language: 'de', q, limit: 5 } })
      const { total } = await as(api.keys.page, { params, query: { languages: 'de', q, limit: 5 } })
      expect(total.count).toBe(found.total.count)
      return [found.total.count, ...found.issues.map(({ code }) => code)]
    }
    expect(await search('secret/de/app.json', people.call)).toEqual([1])
    for (const path of ['secret/de/app.json', 'de/app.json', 'other/de/app.json'])
      expect([path, await search(path, call)]).toEqual([path, [0]])
    for (const q of ['is:unused', 'IS:"Unserved"'])
      expect([q, await search(q, call)]).toEqual([q, [0, 'query-value-members-only']])
    expect(await search('-is:unused', call)).toEqual([1, 'query-value-members-only'])
    expect(await search('served:<1d', call)).toEqual([0, 'query-members-only'])
    expect(await search('-is:unused', people.call)).toEqual([1])
    expect(await search('app:hello', call)).toEqual([1])
    expect(await search('https://l10n.example.com/d/shop/live/locales/de/app.json', call)).toEqual([1])
  })

  test('can suggest a limited number of times per hour', async () => {
    const { suggest } = await open('none')
    const answers = []
    for (let count = 0; count <= LIMITS.visitorSuggestionsPerHour; count++)
      answers.push(
        await suggest({ name: 'Vera' }).then(
          () => 'taken',
          ({ code, params }: Failure) => `${code} ${params.what ?? ''}`,
        ),
      )
    expect(answers.at(-1)).toBe('too-many-requests suggestions')
    expect(answers.filter((answer) => answer.startsWith('too-many-requests'))).toHaveLength(1)
  })
})
