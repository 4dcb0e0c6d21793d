import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { applied, MARA, newKey, person, sampleProject } from '../../test/sample.ts'
import {
  addComment,
  addSuggestion,
  applyOperation,
  countFound,
  type EditorFilter,
  editorPage,
  keysPage,
  type ProjectRow,
  type Requester,
  resolveThread,
} from '../index.ts'

const OEZLEM = person(8, 'Özlem Öz')

onBoth('search', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store, ['de', 'ja'])
    const special = [
      newKey('checkout', 'pay.now', { en: 'Pay now', de: 'Jetzt zahlen', ja: '今すぐ支払う' }),
      newKey('checkout', 'école.titre', { en: 'School title', de: 'ÉCOLE Größe' }),
      newKey('checkout', 'percent', { en: '100% sure', de: '100% sicher' }),
      newKey('checkout', 'under_score', { en: 'snake_case name', de: 'it\'s "quoted" \\ back' }),
      { ...newKey('legal', 'terms', { en: 'Terms', ja: '利用規約' }), tags: ['legal', 'long-text'] },
      newKey('legal', 'İstanbul', { en: 'City', de: 'straße' }),
      newKey('letters', 'light', { en: 'Light', de: 'IŞIK', ja: 'ประ\u200bเทศ' }),
      newKey('letters', 'files', { en: 'Files', de: 'Datei\u00adverwaltung', ja: 'می\u200cخواهم' }),
      newKey('letters', 'city', { en: 'City of Łódź', de: 'l’Œuvre', ja: 'hid\u2060den' }),
      newKey('letters', 'empty', { en: 'Nothing', de: '\u200b' }),
    ]
    // Enough texts with one word that the index gives up and the list is walked.
    const many = Array.from({ length: 2500 }, (_, i) =>
      newKey('bulk', `item${i}`, { en: `Common sentence ${i}`, ...(i % 2 ? { de: `Satz ${i}` } : {}) }),
    )
    await applied(database.store, project.id, [...special, ...many])
  })
  afterAll(() => database.remove())

  const page = (
    filter: EditorFilter,
    more: { language?: string; limit?: number; cursor?: string; offset?: number; around?: number } = {},
  ) =>
    database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter,
        limit: 20,
        ...more,
      }),
    )
  const names = async (filter: EditorFilter, language = 'de') =>
    (await page(filter, { language })).rows.map((row) => row.key.name)

  test.each([
    ['in the source', { words: ['pay NOW'] }, 'de', ['pay.now']],
    ['in the target', { words: ['zahlen'] }, 'de', ['pay.now']],
    ['in the name of the key', { words: ['under_score'] }, 'de', ['under_score']],
    ['across letters with accents', { words: ['ecole'] }, 'de', ['école.titre']],
    ['two characters of Japanese', { words: ['支払'] }, 'ja', ['pay.now']],
    ['one character of Japanese', { words: ['規'] }, 'ja', ['terms']],
    ['three characters of Japanese', { words: ['利用規'] }, 'ja', ['terms']],
    ['a percent sign as it is', { words: ['100%'] }, 'de', ['percent']],
    ['an underscore as it is', { words: ['e_c'] }, 'de', ['under_score']],
    ['a dotless i', { words: ['ışık'] }, 'de', ['light']],
    ['a word around a soft hyphen', { words: ['dateiverwaltung'] }, 'de', ['files']],
    ['a word with a soft hyphen', { words: ['datei\u00adverwaltung'] }, 'de', ['files']],
    ['a word around a zero-width non-joiner', { words: ['میخواهم'] }, 'ja', ['files']],
    ['a word of Thai around a zero-width space', { words: ['ประเทศ'] }, 'ja', ['light']],
    ['two characters of Thai around it', { words: ['ะเ'] }, 'ja', ['light']],
    ['ss for ß', { words: ['strasse'] }, 'de', ['İstanbul']],
    ['ß for ß', { words: ['STRAẞE'] }, 'de', ['İstanbul']],
    ['ß in two letters', { words: ['ß'], namespaces: ['legal'] }, 'de', ['İstanbul']],
    ['a letter with a stroke', { words: ['lodz'] }, 'de', ['city']],
    ['an apostrophe and a ligature', { words: ["l'oeuvre"] }, 'de', ['city']],
    ['an invisible character next to a word', { words: ['\u200b', 'ışık\u200e'] }, 'de', ['light']],
    [
      'everything for invisible characters alone',
      { words: ['\u200b\u00ad'], namespaces: ['letters'] },
      'de',
      ['light', 'files', 'city', 'empty'],
    ],
    [
      'everything without invisible characters',
      { notWords: ['\u200b'], namespaces: ['letters'] },
      'de',
      ['light', 'files', 'city', 'empty'],
    ],
    ['quotes', { words: ['"quoted" \\'] }, 'de', ['under_score']],
    ['two words in different places', { words: ['zahlen', 'pay'] }, 'de', ['pay.now']],
    ['nothing', { words: ['no such words'] }, 'de', []],
    ['rare and common words together', { words: ['common', 'sentence 1234'] }, 'de', ['item1234']],
    ['a key by pattern', { keyPatterns: ['pay.*'] }, 'de', ['pay.now']],
    ['a key by its whole name', { keyPatterns: ['percent'] }, 'de', ['percent']],
    ['a tag', { tags: ['legal'] }, 'de', ['terms']],
    ['a tag by pattern', { tags: ['long*'] }, 'de', ['terms']],
    ['a namespace without a word', { namespaces: ['legal'], notWords: ['terms'] }, 'de', ['İstanbul']],
    ['all but a tag', { namespaces: ['legal'], notTags: ['legal'] }, 'de', ['İstanbul']],
    ['a state and a namespace', { states: ['untranslated'], namespaces: ['legal'] }, 'de', ['terms']],
  ] as const)('finds %s', async (_title, filter, language, expected) => {
    expect(await names(filter, language)).toEqual(expected)
  })

  test('finds who changed a text last, and when', async () => {
    const found = await page({ keyPatterns: ['percent'] })
    const keyId = found.rows[0]?.key.id ?? 0
    const save = (by: Requester, at: string, other: string) =>
      database.store.write((w) =>
        applyOperation(w, {
          projectId: project.id,
          kind: 'save',
          by,
          at,
          changes: [{ kind: 'translate', keyId, language: 'de', forms: { other } }],
        }),
      )
    await save(OEZLEM, '2026-11-20T10:00:00.000Z', '100% klar')
    const day = { from: '2026-11-20T00:00:00.000Z', before: '2026-11-21T00:00:00.000Z' }
    for (const pattern of ['özlem', 'ÖZ', 'Özlem Öz', 'öz*', 'oz\u00adlem', 'Özlem\u200e Öz'])
      expect(await names({ actors: [pattern] })).toEqual(['percent'])
    await save(person(8, 'Özlem Kaya'), '2026-11-20T11:00:00.000Z', '100% klar!')
    await save(OEZLEM, '2026-11-20T12:00:00.000Z', '100% klar')
    expect(await names({ actors: ['kaya'] }), 'under a later name').toEqual(['percent'])
    expect(await names({ actors: ['nobody'] })).toEqual([])
    expect(await names({ actors: ['lem'] })).toEqual([])
    expect(await names({ actors: ['\u200b'] })).toEqual([])
    expect(await names({ changed: [{ ...day, isOutside: false }] })).toEqual(['percent'])
    expect(
      await names({ changed: [{ ...day, isOutside: false }], states: ['translated'], words: ['klar'] }),
    ).toEqual(['percent'])
    expect(await names({ namespaces: ['checkout'], changed: [{ ...day, isOutside: true }] })).not.toContain(
      'percent',
    )
    expect(
      await names({ namespaces: ['checkout'], notActors: ['özlem'], states: ['translated'] }),
    ).not.toContain('percent')
    expect((await names({ namespaces: ['checkout'], actors: ['mara'] })).length).toBeGreaterThan(1)
    expect(await names({ namespaces: ['checkout'], actors: ['özlem'] }, 'ja')).toEqual([])
    await save(MARA, '2026-01-02T03:04:05.000Z', '100% sicher')
    expect(await names({ actors: ['özlem'] })).toEqual([])
  })

  test('finds what is open: comments for the language or for all, suggestions in the language', async () => {
    const at = '2026-11-23T10:00:00.000Z'
    const { rows } = await page({ namespaces: ['checkout'] })
    const idOf = (name: string) => rows.find(({ key }) => key.name === name)?.key.id ?? 0
    const projectId = project.id
    await database.store.write(async (w) => {
      const of = { projectId, by: MARA.actor, kind: 'comment', mentions: [], at } as const
      await addComment(w, { ...of, keyId: idOf('pay.now'), language: null, text: 'For all' })
      await addComment(w, { ...of, keyId: idOf('percent'), language: 'ja', text: 'Of Japanese' })
      const resolved = await addComment(w, {
        ...of,
        keyId: idOf('under_score'),
        language: 'de',
        text: 'Once',
      })
      await resolveThread(w, resolved.id, { isResolved: true, by: MARA.actor, at })
      await addSuggestion(w, {
        projectId,
        keyId: idOf('percent'),
        language: 'de',
        forms: { other: 'Ganz sicher' },
        note: '',
        author: MARA.actor,
        at,
      })
    })
    const where = { namespaces: ['checkout'] }
    expect(await names({ ...where, hasComment: true })).toEqual(['pay.now'])
    expect(await names({ ...where, hasComment: true }, 'ja')).toEqual(['pay.now', 'percent'])
    expect(await names({ ...where, hasSuggestion: true })).toEqual(['percent'])
    expect(await names({ ...where, hasSuggestion: true }, 'ja')).toEqual([])
    expect(await names({ ...where, hasSuggestion: false, words: ['sure'] })).toEqual([])
    expect(await names({ ...where, hasComment: false, words: ['snake'] })).toEqual(['under_score'])
    expect((await page({ hasComment: true })).total).toEqual({ count: 1, atLeast: false })
    expect(await names({ states: ['translated', 'draft', 'reviewed'], hasSuggestion: true })).toEqual([
      'percent',
    ])
  })

  test('walks a common word page by page without omissions or duplicates', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (;;) {
      const found = await page(
        { words: ['common'], states: ['translated'] },
        { limit: 300, ...(cursor === undefined ? {} : { cursor }) },
      )
      expect(found.offset).toBe(seen.length)
      seen.push(...found.rows.map((row) => row.key.name))
      if (found.next === null) break
      cursor = found.next
    }
    expect(seen).toEqual(Array.from({ length: 1250 }, (_, i) => `item${2 * i + 1}`))
  })

  test('counts all strings that a search finds, up to a limit', async () => {
    const count = (filter: EditorFilter, limit = 3000) => {
      const search = { projectId: project.id, sourceLanguage: 'en', language: 'de', filter, limit }
      return database.store.read((r) => countFound(r, search))
    }
    // A page counts only a few further rows.
    const walked = { notWords: ['no such words'] }
    expect((await page(walked, { limit: 1 })).total).toEqual({ count: 102, atLeast: true })
    expect(await count(walked)).toBe(2510)
    expect(await count(walked, 2510)).toBe(2510)
    expect(await count(walked, 2509)).toBe(null)
    expect(await count({ words: ['common'], states: ['translated'] })).toBe(1250)
    expect(await count({ actors: ['mara'] })).toBeGreaterThan(1250)
    expect(await count({ words: ['common'] }), 'from the index').toBe(2500)
    expect(await count({ words: ['common'] }, 2499)).toBe(null)
    expect(await count({ words: ['no such words'] })).toBe(0)
    expect(await count({}), 'known').toBe(2510)
    expect(await count({}, 2509)).toBe(null)
  })

  test('pages of a rare word by offset, around a key and after the end', async () => {
    const filter = { words: ['sentence 12'] }
    const { rows } = await page(filter, { limit: 200 })
    const total = { count: 111, atLeast: false }
    expect(rows).toHaveLength(total.count)
    const [middle, first, elsewhere] = [rows[60], rows[0], (await page({ words: ['pay now'] })).rows[0]]
    const at = (offset: number) => ({ offset, rows: rows.slice(offset, offset + 5), total })
    expect(await page(filter, { limit: 5, offset: 50 })).toMatchObject(at(50))
    expect(await page(filter, { limit: 5, around: middle?.key.id ?? 0 })).toMatchObject(at(58))
    expect(await page(filter, { limit: 5, around: first?.key.id ?? 0 })).toMatchObject(at(0))
    // A key that does not match has no place in the list.
    expect(await page(filter, { limit: 5, around: elsewhere?.key.id ?? 0, offset: 30 })).toMatchObject(at(30))
    expect(await page(filter, { limit: 5, offset: 111 })).toMatchObject({ ...at(111), next: null })
    expect(await page({ words: ['no such words'] })).toMatchObject({
      rows: [],
      offset: 0,
      total: { count: 0 },
    })
  })

  test.each([
    ['a rare word', { words: ['sentence 12'] }],
    ['a common word', { words: ['common'], states: ['translated'] }],
    ['a state', { states: ['untranslated'] }],
  ] as const)('an offset after a cursor skips rows that follow it: %s', async (_, filter) => {
    const { rows } = await page(filter, { limit: 30 })
    const { next } = await page(filter, { limit: 10 })
    const found = await page(filter, { cursor: next ?? '', offset: 7, limit: 5 })
    expect(found.rows).toEqual(rows.slice(17, 22))
    expect(found.offset).toBe(17)
    const last = await page(filter, { cursor: found.next ?? '', limit: 5 })
    expect(last).toMatchObject({ offset: 22, rows: rows.slice(22, 27) })
  })

  test('totals, offsets and the page around a key agree', async () => {
    const all = await page({}, { limit: 5000 })
    expect(all.total).toEqual({ count: 2510, atLeast: false })
    const untranslated = await page({ states: ['untranslated'] }, { offset: 1000, limit: 5 })
    expect(untranslated.total).toEqual({ count: 1251, atLeast: false })
    const third = untranslated.rows[2]
    const around = await page({ states: ['untranslated'] }, { around: third?.key.id ?? 0, limit: 5 })
    expect(around.offset).toBe(1000)
    expect(around.rows).toEqual(untranslated.rows)
    const both = await page({ states: ['untranslated', 'translated'] }, { limit: 5000 })
    expect(both.rows.map((row) => row.key.id)).toEqual(all.rows.map((row) => row.key.id))
  })

  describe('the grid', () => {
    test('shows the requested languages and searches only those', async () => {
      const grid = (filter: EditorFilter, languages: string[]) =>
        database.store.read((r) => keysPage(r, { projectId: project.id, languages, filter, limit: 10 }))
      const found = await grid({ words: ['zahlen'] }, ['en', 'de', 'ja', 'xx'])
      expect(found.rows.map((row) => row.translations.map((text) => text.language))).toEqual([
        ['en', 'de', 'ja'],
      ])
      expect((await grid({ words: ['zahlen'] }, ['en', 'ja'])).rows).toEqual([])
      expect(
        (await grid({ states: ['untranslated'], namespaces: ['checkout'] }, ['de', 'ja'])).total.count,
      ).toBe(3)
    })
  })

  test('patterns of tags and namespaces can match more than a thousand', async () => {
    const many = await open()
    const { id } = await sampleProject(many.store, ['de'])
    const added = Array.from({ length: 1104 }, (_, i) => {
      const name = `${i % 12 === 0 ? 'u' : 't'}${i}`
      return { ...newKey(name, 'key', { en: 'Text' }), tags: [name, 'x"\\y'] }
    })
    await applied(many.store, id, [...added, newKey('t', 'key', { en: 'Text' })])
    const count = async (filter: EditorFilter) => {
      const request = { projectId: id, sourceLanguage: 'en', language: 'de', filter, limit: 5 }
      return (await many.store.read((r) => editorPage(r, request))).total.count
    }
    expect(await count({ tags: ['t*'] })).toBe(1012)
    expect(await count({ tags: ['t*', 'u12', 'none'] })).toBe(1013)
    expect(await count({ tags: ['x*\\y'] })).toBe(1104)
    expect(await count({ tags: ['t*'], notTags: ['t1*', 't2'] })).toBe(813)
    expect(await count({ notTags: ['t*'] })).toBe(93)
    expect(await count({ namespaces: ['t*'] })).toBe(1013)
    expect(await count({ namespaces: ['t*'], states: ['untranslated', 'draft'] })).toBe(1013)
    expect(await count({ namespaces: ['none*'] })).toBe(0)
    expect(await count({ notNamespaces: ['t*'] })).toBe(92)
    expect(await count({ namespaces: ['*0'], notNamespaces: ['t1*'], words: ['text'] })).toBe(93)
    await many.remove()
  })

  test('a changed text is found by its new words and no longer by its old ones', async () => {
    const found = await page({ words: ['zahlen'] })
    const keyId = found.rows[0]?.key.id ?? 0
    await applied(database.store, project.id, [
      { kind: 'translate', keyId, language: 'de', forms: { other: 'Bezahlung folgt' } },
    ])
    expect(await names({ words: ['jetzt'] })).toEqual([])
    expect(await names({ words: ['bezahlung'] })).toEqual(['pay.now'])
    await applied(database.store, project.id, [{ kind: 'remove-key', keyId }])
    expect(await names({ words: ['bezahlung'] })).toEqual([])
  })

  test('a text of invisible characters is replaced, emptied and removed like any other', async () => {
    await applied(database.store, project.id, [
      newKey('letters', 'shown', { en: 'Shown', de: '\u200b' }),
      newKey('letters', 'hidden', { en: 'Hidden', de: '\u200b' }),
    ])
    const [hidden = 0, shown = 0] = (await page({ keyPatterns: ['shown', 'hidden'] })).rows
      .toSorted((a, b) => (a.key.name < b.key.name ? -1 : 1))
      .map(({ key }) => key.id)
    const write = (keyId: number, other: string) =>
      applied(database.store, project.id, [
        { kind: 'translate', keyId, language: 'de', forms: other === '' ? {} : { other } },
      ])
    await database.store.waitForIndex()
    await write(shown, 'sicht\u00adbar')
    expect(await names({ words: ['sichtbar'] })).toEqual(['shown'])
    await database.store.waitForIndex()
    expect(await names({ words: ['sichtbar'] })).toEqual(['shown'])
    await write(shown, '\u200b')
    expect(await names({ words: ['sichtbar'] })).toEqual([])
    for (const keyId of [hidden, shown]) {
      await write(keyId, '')
      await applied(database.store, project.id, [{ kind: 'remove-key', keyId }])
    }
    const left = await database.store.read(({ db }) =>
      db
        .selectFrom('search_text')
        .select(['id', 'folded'])
        .where('folded', 'in', ['', 'shown', 'hidden'])
        .execute(),
    )
    expect(left.map(({ id }) => id % 2 ** 32)).not.toContain(hidden)
    expect(left.map(({ id }) => id % 2 ** 32)).not.toContain(shown)
  })
})
