import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DIFFICULT_NAMES,
  DIFFICULT_TEXTS,
  DIFFICULT_WORDS,
  difficultProject,
  TEXTS,
} from '../../test/difficult-project.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, person } from '../../test/sample.ts'
import {
  addSuggestion,
  listLanguages,
  type ProjectRow,
  type ReviewFilter,
  reviewCounts,
  reviewPage,
} from '../index.ts'

const WRITTEN = DIFFICULT_TEXTS.filter(([, text]) => text !== '')

onBoth('difficult texts in the review queue', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let language: { id: number; tag: string }
  let source: { id: number; tag: string }
  beforeAll(async () => {
    database = await open()
    project = await difficultProject(database.store)
    const all = await database.store.read((r) => listLanguages(r, project.id))
    language = { id: all.find(({ tag }) => tag === 'de')?.id ?? 0, tag: 'de' }
    source = { id: all.find(({ tag }) => tag === 'en')?.id ?? 0, tag: 'en' }
  })
  afterAll(() => database.remove())

  const page = (filter: Partial<ReviewFilter> = {}, more: { cursor?: string; limit?: number } = {}) =>
    database.store.read((r) =>
      reviewPage(r, {
        language,
        source,
        filter: { kind: null, author: null, words: [], failing: null, ...filter },
        order: 'oldest',
        limit: 100,
        ...more,
      }),
    )
  const names = async (filter: Partial<ReviewFilter>) => (await page(filter)).items.map(({ key }) => key.name)
  const itemOf = async (name: string) => (await page()).items.find(({ key }) => key.name === name)

  test.each(WRITTEN)('are unchanged as source and translation: %s', async (title, text) => {
    expect(await itemOf(title)).toMatchObject({
      on: 'text',
      kind: 'new',
      source: { forms: { other: text } },
      target: { forms: { other: text } },
    })
  })

  test('are not queued if they are empty', async () => {
    expect(await itemOf('nothing')).toBeUndefined()
  })

  test.each(DIFFICULT_WORDS)('are found by their words: %s', async (title, word) => {
    expect(await names({ words: [word] })).toEqual([title])
  })

  test.each(DIFFICULT_WORDS)('are not found if one of two words is missing: %s', async (_title, word) => {
    expect(await names({ words: [word, 'no such word'] })).toEqual([])
  })

  test.each([
    [[TEXTS], WRITTEN.length],
    [['__proto__', TEXTS, "x' or '1"], WRITTEN.length],
    [['GRÖSSE', 'gr*', '%', ''], 0],
    [[], 0],
  ])('are limited to the namespaces %j', async (namespaces, count) => {
    expect(await names({ namespaces: new Set(namespaces) })).toHaveLength(count)
  })

  test.each(['other', '__proto__', '', '-1-1', '1-', "1-1' or '1", '9'.repeat(40)])(
    'start at the beginning with the invalid cursor %j',
    async (cursor) => {
      expect((await page({}, { cursor, limit: 3 })).items).toEqual((await page({}, { limit: 3 })).items)
    },
  )

  test('continue at the cursor of a page', async () => {
    const first = await page({}, { limit: 7 })
    const rest = await page({}, { cursor: first.next ?? '' })
    expect([...first.items, ...rest.items]).toEqual((await page()).items)
  })

  test.each(['user:1000', 'Mara', '__proto__', '', "x' or '1"])('have no author %j', async (author) => {
    expect(await names({ author })).toEqual([])
  })

  test.each(DIFFICULT_NAMES.map(([title, text], at) => [title, text, 100 + at] as const))(
    'as suggestions, notes and names of authors are unchanged: %s',
    async (title, text, authorId) => {
      const author = person(authorId, text).actor
      const added = await suggest(title, { forms: { other: `+${text}` }, note: text, author })
      expect(added.ok).toBe(true)
      expect((await itemOf(title))?.suggestions).toMatchObject([
        { forms: { other: `+${text}` }, note: text, author },
      ])
      const { authors } = await database.store.read((r) =>
        reviewCounts(r, { languageId: language.id, isSource: false }),
      )
      expect(authors.find(({ actor }) => actor.id === author.id)?.actor.name).toBe(text)
    },
  )

  const suggest = async (
    name: string,
    suggestion: Pick<Parameters<typeof addSuggestion>[1], 'forms' | 'note' | 'author'>,
  ) => {
    const keyId = (await itemOf(name))?.key.id ?? 0
    return database.store.write((w) =>
      addSuggestion(w, { projectId: project.id, keyId, language: 'de', at: AT, ...suggestion }),
    )
  }
})
