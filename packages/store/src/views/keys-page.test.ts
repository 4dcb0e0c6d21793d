import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DIFFICULT_NAMES,
  DIFFICULT_TEXTS,
  DIFFICULT_WORDS,
  difficultProject,
  NAMED,
  TEXTS,
} from '../../test/difficult-project.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, JAN, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { applyOperation, type EditorFilter, keysPage, type ProjectRow, type Requester } from '../index.ts'

onBoth('a page of the keys grid', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await difficultProject(database.store)
  })
  afterAll(() => database.remove())

  const page = (filter: EditorFilter, languages: readonly string[] = ['en', 'de'], limit = 100) =>
    database.store.read((r) => keysPage(r, { projectId: project.id, languages, filter, limit }))
  const names = async (filter: EditorFilter, languages?: readonly string[]) =>
    (await page(filter, languages)).rows.map(({ key }) => key.name)

  test.each(DIFFICULT_TEXTS)('contains the texts of all languages unchanged: %s', async (title, text) => {
    const { rows } = await page({ namespaces: [TEXTS] })
    const forms = text === '' ? {} : { other: text }
    expect(rows.find(({ key }) => key.name === title)?.translations).toMatchObject([
      { language: 'en', forms },
      { language: 'de', forms },
    ])
  })

  test.each(DIFFICULT_NAMES)('contains the name of a key unchanged: %s', async (_title, name) => {
    const { rows } = await page({ namespaces: [NAMED] })
    expect(rows.find(({ key }) => key.name === name)?.key).toMatchObject({ namespace: NAMED, path: [name] })
  })

  test.each(DIFFICULT_WORDS)('is searched for the words of a text: %s', async (title, word) => {
    expect(await names({ words: [word], namespaces: [TEXTS] })).toEqual([title])
  })

  test('is searched for the names of keys also without languages', async () => {
    expect(await names({ words: ['__proto__'] }, [])).toEqual(['__proto__'])
  })

  test('shows languages in the requested order', async () => {
    const { rows } = await page({ keyPatterns: ['a plural form'] }, ['de', 'en'])
    expect(rows.map(({ translations }) => translations.map(({ language }) => language))).toEqual([
      ['de', 'en'],
    ])
  })

  test.each(['xx', 'DE', '__proto__', "d'e", '', 'other'])(
    'leaves out the unknown language %j',
    async (language) => {
      const { rows } = await page({ keyPatterns: ['a plural form'] }, [language, 'de'])
      expect(rows.map(({ translations }) => translations.map((text) => text.language))).toEqual([['de']])
    },
  )

  test('contains keys without texts if no language is shown', async () => {
    const { rows, total } = await page({}, [])
    expect(rows).toHaveLength(DIFFICULT_TEXTS.length + DIFFICULT_NAMES.length)
    expect(rows.every(({ translations }) => translations.length === 0)).toBe(true)
    expect(total.count).toBe(rows.length)
  })

  test('is not searched in a language that is not shown', async () => {
    expect(await names({ words: ['say "hello"'], namespaces: [TEXTS] }, [])).toEqual([])
  })

  test('is searched in a part of the languages only, if that is requested', async () => {
    const named = (filter: EditorFilter, searched: readonly string[]) =>
      database.store.read(async (r) => {
        const request = { projectId: project.id, languages: ['en', 'de'], searched, limit: 100 }
        const { rows } = await keysPage(r, { ...request, filter: { ...filter, namespaces: [NAMED] } })
        expect(rows.every(({ translations }) => translations.length === 2)).toBe(true)
        return rows.length
      })
    expect(await named({ states: ['untranslated'] }, ['en'])).toBe(0)
    expect(await named({ states: ['untranslated'] }, ['de'])).toBe(DIFFICULT_NAMES.length)
    expect(await named({ states: ['translated'] }, ['de'])).toBe(0)
  })

  test('finds a state in any of the shown languages', async () => {
    const untranslated: EditorFilter = { states: ['untranslated'], namespaces: [NAMED] }
    expect(await names(untranslated, ['en'])).toEqual([])
    expect(await names(untranslated, ['en', 'de'])).toHaveLength(DIFFICULT_NAMES.length)
  })

  test('an exclusion excludes keys to which it applies in any of the shown languages', async () => {
    const several = await open()
    const { id: projectId } = await sampleProject(several.store, ['de', 'ja'])
    await applied(several.store, projectId, [
      newKey('a', 'done', { en: 'Pay {{sum}}', de: '{{sum}} zahlen', ja: '{{sum}}を支払う' }),
      newKey('a', 'half', { en: 'Half', de: 'Halb' }),
      newKey('a', 'failing', { en: 'Hello {{name}}', de: 'Hallo', ja: '{{name}}さん' }),
      newKey('a', 'old', { en: 'Old', de: 'Alt', ja: '古い' }),
      newKey('a', 'sourceless', { en: '' }),
    ])
    const named = async (filter: EditorFilter, languages: readonly string[]) => {
      const request = { projectId, languages, filter, limit: 100 }
      const { rows, total } = await several.store.read((r) => keysPage(r, request))
      expect(total).toEqual({ count: rows.length, atLeast: false })
      return rows.map(({ key }) => key.name)
    }
    const { rows } = await several.store.read((r) =>
      keysPage(r, { projectId, languages: ['en'], filter: { keyPatterns: ['old'] }, limit: 1 }),
    )
    const keyId = rows[0]?.key.id ?? 0
    const write = (by: Requester, at: string, language: string, other: string) =>
      several.store.write((w) => {
        const change = { kind: 'translate', keyId, language, forms: { other } } as const
        return applyOperation(w, { projectId, kind: 'save', by, at, changes: [change] })
      })
    await write(MARA, AT, 'en', 'Older')
    await write(JAN, '2026-06-01T00:00:00.000Z', 'ja', 'とても古い')

    const shown = ['de', 'ja']
    expect(await named({ notStates: ['untranslated'] }, shown)).toEqual(['done', 'failing', 'old'])
    expect(await named({ notStates: ['translated'] }, shown)).toEqual([])
    expect(await named({ notStates: ['untranslated'], states: ['translated'] }, shown)).toEqual([
      'done',
      'failing',
      'old',
    ])
    const others = ['done', 'half', 'old', 'sourceless']
    expect(await named({ failing: false }, shown)).toEqual(others)
    expect(await named({ outdated: false }, shown)).toEqual(['done', 'half', 'failing', 'sourceless'])
    expect(await named({ notActors: ['jan'] }, shown)).toEqual(['done', 'half', 'failing'])
    const june = { from: '2026-06-01T00:00:00.000Z', before: '2026-07-01T00:00:00.000Z' }
    expect(await named({ changed: [{ ...june, isOutside: true }] }, shown)).toEqual([
      'done',
      'half',
      'failing',
    ])
    expect(await named({ changed: [{ ...june, isOutside: false }], notActors: ['mara'] }, shown)).toEqual([])
    expect(await named({ failing: false, words: ['hallo'] }, shown)).toEqual([])
    // Each language alone.
    expect(await named({ notStates: ['untranslated'] }, ['de'])).toEqual(['done', 'half', 'failing', 'old'])
    expect(await named({ failing: false }, ['ja'])).toEqual(['done', 'half', 'failing', 'old', 'sourceless'])
    expect(await named({ notActors: ['jan'] }, ['de'])).toEqual(['done', 'half', 'failing', 'old'])
    await several.remove()
  })

  test('is empty for an unknown project', async () => {
    const { rows, total } = await database.store.read((r) =>
      keysPage(r, { projectId: 1000, languages: ['en'], filter: {}, limit: 10 }),
    )
    expect([rows, total.count]).toEqual([[], 0])
  })
})
