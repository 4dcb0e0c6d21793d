import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DIFFICULT_NAMES,
  DIFFICULT_TEXTS,
  DIFFICULT_WORDS,
  difficultProject,
  NAMED,
  TEXTS,
} from '../../test/difficult-project.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { applied, newKey, sampleProject } from '../../test/sample.ts'
import { type EditorFilter, editorPage, editorRows, namespacesFound, type ProjectRow } from '../index.ts'

const ALL = DIFFICULT_TEXTS.length + DIFFICULT_NAMES.length

onBoth('a page of the editor', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let other: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await difficultProject(database.store)
    other = await sampleProject(database.store, ['de'], 'other')
    await applied(database.store, other.id, [newKey(TEXTS, 'a plural form', { en: 'other', de: 'other' })])
  })
  afterAll(() => database.remove())

  type Request = Partial<Parameters<typeof editorPage>[1]>
  const page = (filter: EditorFilter, more: Request = {}) =>
    database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter,
        limit: 100,
        ...more,
      }),
    )
  const names = async (filter: EditorFilter) => (await page(filter)).rows.map(({ key }) => key.name)

  test.each(DIFFICULT_TEXTS)('contains source and translation unchanged: %s', async (title, text) => {
    const { rows } = await page({ namespaces: [TEXTS] })
    const forms = text === '' ? {} : { other: text }
    expect(rows.find(({ key }) => key.name === title)).toMatchObject({
      source: { language: 'en', forms },
      target: { language: 'de', forms },
    })
  })

  test.each(DIFFICULT_NAMES)('contains the name of a key unchanged: %s', async (_title, name) => {
    const { rows } = await page({ namespaces: [NAMED] })
    expect(rows.find(({ key }) => key.name === name)?.key).toMatchObject({ namespace: NAMED, path: [name] })
  })

  test.each(DIFFICULT_WORDS)('is searched for the words of a text: %s', async (title, word) => {
    expect(await names({ words: [word], namespaces: [TEXTS] })).toEqual([title])
  })

  test.each(DIFFICULT_NAMES)('is searched for the name of a key: %s', async (_title, name) => {
    expect(await names({ words: [name], namespaces: [NAMED] })).toEqual([name])
  })

  test.each(DIFFICULT_NAMES)('is filtered by the name of a key: %s', async (_title, name) => {
    expect(await names({ keyPatterns: [name], namespaces: [NAMED] })).toEqual([name])
  })

  test('is not filtered by an empty word', async () => {
    expect(await names({ words: [''] })).toHaveLength(ALL)
  })

  test.each([
    [TEXTS, DIFFICULT_TEXTS.length],
    ['gr*e', DIFFICULT_TEXTS.length],
    [NAMED, DIFFICULT_NAMES.length],
    ['*__proto__', DIFFICULT_NAMES.length],
    ['*', ALL],
    ['__proto__', 0],
    ['gr%', 0],
    ['gr___', 0],
    ["größe' or '1", 0],
    ['', 0],
  ])('is filtered by the namespace %j', async (namespace, count) => {
    const { rows, total } = await page({ namespaces: [namespace] })
    expect([rows.length, total]).toEqual([count, { count, atLeast: false }])
  })

  test.each(['xx', 'DE', '__proto__', "d'e", '', 'other'])(
    'is empty in the unknown language %j',
    async (language) => {
      expect(await page({}, { language })).toEqual({
        rows: [],
        offset: 0,
        next: null,
        total: { count: 0, atLeast: false },
      })
    },
  )

  test('is empty for an unknown project', async () => {
    expect((await page({}, { projectId: 1000 })).rows).toEqual([])
  })

  test('shows the source language as its own translation', async () => {
    const { rows } = await page({ words: ['constructor'], namespaces: [TEXTS] }, { language: 'en' })
    expect(rows.map(({ source, target }) => [source.forms, target])).toEqual([
      [{ other: 'constructor' }, rows[0]?.source],
    ])
  })

  test.each(['other', '__proto__', '', '-1.0', '1', "1.1' or '1", '9'.repeat(30)])(
    'starts at the beginning with the invalid cursor %j',
    async (cursor) => {
      expect((await page({}, { cursor, limit: 3 })).rows).toEqual((await page({}, { limit: 3 })).rows)
    },
  )

  test('continues at its cursor', async () => {
    const first = await page({}, { limit: 5 })
    const second = await page({}, { limit: 5, cursor: first.next ?? '' })
    const both = await page({}, { limit: 10 })
    expect([...first.rows, ...second.rows]).toEqual(both.rows)
  })

  const ofFound = (filter: EditorFilter, limit = 1000, language = 'de') =>
    database.store.read((r) =>
      namespacesFound(r, { projectId: project.id, sourceLanguage: 'en', language, filter, limit }),
    )

  test.each(DIFFICULT_WORDS)('names the namespace of what a word finds: %s', async (_title, word) => {
    expect(await ofFound({ words: [word], namespaces: [TEXTS] })).toEqual([TEXTS])
  })

  test.each(DIFFICULT_NAMES)('names the namespace of a key that is found: %s', async (_title, name) => {
    expect(await ofFound({ keyPatterns: [name], namespaces: [NAMED] })).toEqual([NAMED])
  })

  test('names the namespaces of the first strings of a search', async () => {
    const { rows } = await page({}, { limit: 1 })
    expect(new Set(await ofFound({}))).toEqual(new Set([TEXTS, NAMED]))
    expect(await ofFound({}, 1)).toEqual(rows.map(({ key }) => key.namespace))
    expect(await ofFound({ states: ['translated', 'reviewed'] })).toEqual([TEXTS])
    expect(await ofFound({ states: ['untranslated'] })).toEqual([NAMED])
    expect(await ofFound({ states: ['reviewed'] })).toEqual([])
    expect(await ofFound({}, 1000, 'xx')).toEqual([])
  })

  test('has rows of keys in any order, without those that do not exist here', async () => {
    const { rows } = await page({}, { limit: 3 })
    const elsewhere = await page({}, { projectId: other.id })
    const ids = rows.map(({ key }) => key.id).reverse()
    const foreign = elsewhere.rows[0]?.key.id ?? 0
    expect(foreign).toBeGreaterThan(0)
    const read = (keyIds: readonly number[], language = 'de') =>
      database.store.read((r) =>
        editorRows(r, { projectId: project.id, sourceLanguage: 'en', language, keyIds }),
      )
    expect(await read([...ids, foreign, 1e9])).toEqual([...rows].reverse())
    expect(await read(ids, 'xx')).toEqual([])
    expect(await read([])).toEqual([])
  })

  test('counts an empty text without a source in no state', async () => {
    const found = await names({
      states: ['untranslated', 'draft', 'translated', 'reviewed'],
      namespaces: [TEXTS],
    })
    expect(found).not.toContain('nothing')
    expect(found).toHaveLength(DIFFICULT_TEXTS.length - 1)
  })

  describe('filtered by tags', () => {
    const TAGS = ['other', '"Ü"', "d'or", '100%', '\\', '__proto__', 'مرحبًا', 'two words', ',', 'a\\"b']
    beforeAll(async () => {
      await applied(
        database.store,
        project.id,
        TAGS.map((tag, at) => ({ ...newKey('tagged', `tag${at}`, { en: 'Tagged' }), tags: [tag, 'all'] })),
      )
    })

    test.each(TAGS.map((tag, at) => [tag, `tag${at}`]))('finds the tag %j', async (tag, name) => {
      expect(await names({ tags: [tag] })).toEqual([name])
    })

    test.each(['OTHER', '100', '%', '_', 'al', '["', '', ']', 'b', 'Ü', '\\"b', '","'])(
      'does not find a part of a tag: %j',
      async (tag) => {
        expect(await names({ tags: [tag] })).toEqual([])
      },
    )

    test('finds tags by pattern', async () => {
      expect(await names({ tags: ['*o*'] })).toEqual(['tag0', 'tag2', 'tag5', 'tag7'])
    })
  })
})
