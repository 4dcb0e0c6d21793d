import { api, type OperationReply } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

describe.each(DATABASES)('activity on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  const keys: number[] = []

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    for (const tag of ['de', 'pl']) await server.call(api.languages.add, { params, body: { tag } })
    for (let at = 0; at < 4; at++) {
      const body = {
        namespace: 'common',
        name: `key${at}`,
        plural: 'none' as const,
        forms: { other: `Text ${at}` },
      }
      keys.push((await server.call(api.keys.create, { params, body })).key.id)
    }
  })
  afterAll(() => server.close())

  async function save(at: number, language: string, text: string): Promise<number> {
    const key = keys[at] ?? 0
    const { target } = await server.call(api.translations.get, { params: { ...params, key, language } })
    const body = { forms: { other: text }, baseVersion: target.version }
    return (
      (await server.call(api.translations.save, { params: { ...params, key, language }, body })).operation
        ?.id ?? 0
    )
  }
  const groups = async (query: { language?: string; limit?: number; cursor?: string } = {}) =>
    server.call(api.operations.groups, { params, query: { limit: 50, ...query } })
  const texts = async (language: string) =>
    (await server.call(api.keys.page, { params, query: { languages: language, limit: 10 } })).rows.map(
      (row) => row.translations[0]?.forms.other ?? '',
    )

  test('groups consecutive saves of one language; other languages and kinds are separate', async () => {
    const german = [await save(0, 'de', 'Null'), await save(1, 'de', 'Eins'), await save(2, 'de', 'Zwei')]
    await save(0, 'pl', 'Zero')
    const last = await save(3, 'de', 'Drei')
    const reply = await groups()
    const shape = reply.groups.map((group) => [group[0]?.kind, group.map(({ id }) => id).length])
    expect(shape.slice(0, 4)).toEqual([
      ['save', 1],
      ['save', 1],
      ['save', 3],
      ['keys', 1],
    ])
    expect(reply.groups[2]?.map(({ id }) => id)).toEqual(german.toReversed())
    const { actors } = await server.call(api.operations.actors, { params })
    expect(actors).toEqual([{ id: 'user:1', name: 'Ann' }])
    // Without the Polish one between them they are one group.
    const inGerman = await groups({ language: 'de' })
    expect(inGerman.groups[0]?.map(({ id }) => id)).toEqual([last, ...german.toReversed()])
    const firstPage = await groups({ limit: 2 })
    const secondPage = await groups({ limit: 2, cursor: firstPage.next ?? '' })
    expect([...firstPage.groups, ...secondPage.groups]).toEqual(reply.groups.slice(0, 4))
  })

  test('a group is undone together, and restored by undoing that', async () => {
    const before = await texts('pl')
    const first = [await save(1, 'pl', 'Jeden'), await save(2, 'pl', 'Dwa'), await save(1, 'pl', 'Raz')]
    const { operations } = await server.call(api.operations.undoMany, {
      params,
      body: { operations: first, keepNewer: false },
    })
    expect(operations).toHaveLength(3)
    expect(await texts('pl')).toEqual(before)
    const ids = (list: readonly OperationReply[]) => list.map(({ id }) => id)
    await server.call(api.operations.undoMany, {
      params,
      body: { operations: ids(operations), keepNewer: false },
    })
    expect((await texts('pl')).slice(1, 3)).toEqual(['Raz', 'Dwa'])
  })

  test('an operation that wrote several texts is alone, even if it is an undo', async () => {
    const many = async (words: readonly string[]) => {
      const texts = await Promise.all(
        words.map(async (other, at) => {
          const key = keys[at] ?? 0
          const { target } = await server.call(api.translations.get, {
            params: { ...params, key, language: 'pl' },
          })
          return { keyId: key, language: 'pl', forms: { other }, baseVersion: target.version }
        }),
      )
      const done = await server.call(api.translations.bulkSave, {
        params,
        body: { texts, requireChecks: false },
      })
      return done.operation?.id ?? 0
    }
    const undo = async (operation: number) =>
      (
        await server.call(api.operations.undo, {
          params: { ...params, operation },
          body: { keepNewer: false },
        })
      ).operation?.id
    const saved = await save(0, 'pl', 'Tylko')
    const undone = [await undo(await many(['Coś', 'Inne'])), await undo(saved)]
    const shown = (await groups()).groups.slice(0, 2).map((group) => group.map(({ id }) => id))
    expect(shown).toEqual([[undone[1]], [undone[0]]])
  })

  test('is refused as a whole if something was changed since', async () => {
    const [a, b] = [await save(2, 'de', 'A'), await save(3, 'de', 'B')]
    await save(2, 'de', 'C')
    const failure = await server.fail(api.operations.undoMany, {
      params,
      body: { operations: [a, b], keepNewer: false },
    })
    expect(failure.code).toBe('changed-since')
    expect((await texts('de')).slice(2)).toEqual(['C', 'B'])
  })

  test('the undo of an added language is about the language, not a text', async () => {
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    const id = (await groups()).groups[0]?.[0]?.id ?? 0
    const plan = async () =>
      (await server.call(api.operations.get, { params: { ...params, operation: id } })).undo
    expect((await plan()).changes).toEqual([
      {
        keyId: null,
        namespace: '',
        name: '',
        language: 'fr',
        current: {},
        restored: {},
        kind: 'language-added',
      },
    ])
    expect((await plan()).newer).toEqual([])
    await save(0, 'fr', 'Zéro')
    expect((await plan()).newer).toMatchObject([{ keyId: null, kind: 'language-added', language: 'fr' }])
  })
})
