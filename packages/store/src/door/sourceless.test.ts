import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBoth, openTestSqlite, type TestDatabase } from '../../test/on-both.ts'
import { queryPlansOf } from '../../test/query-plans.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { expectCountsRight } from '../../test/recount.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  addLanguage,
  addLanguages,
  addsSourceTexts,
  type ChangeRequest,
  countsByLanguage,
  createTask,
  type EditorFilter,
  editorPage,
  isLanguagePrepared,
  keysPage,
  type ProjectRow,
  prepareLanguageRows,
  progressOfTasks,
  removeLanguage,
  reserveLanguage,
  undoOperation,
} from '../index.ts'

onBoth('texts without a source text', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let made = 0
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())
  beforeEach(async () => {
    project = await sampleProject(database.store, ['de', 'pl'], `sourceless-${++made}`)
  })

  const change = (changes: readonly ChangeRequest[]) => applied(database.store, project.id, changes)
  const undo = (operationId: number) =>
    database.store.write((w) => undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT }))
  const write = (keyId: number, language: string, other: string): ChangeRequest & { kind: 'translate' } => ({
    kind: 'translate',
    keyId,
    language,
    forms: { other },
  })
  const list = async (filter: EditorFilter, language = 'de') =>
    (
      await database.store.read((r) =>
        editorPage(r, { projectId: project.id, sourceLanguage: 'en', language, filter, limit: 50 }),
      )
    ).rows
  const names = async (filter: EditorFilter, language?: string) =>
    (await list(filter, language)).map(({ key }) => key.name)
  async function idOf(name: string): Promise<number> {
    return (await list({ keyPatterns: [name] }))[0]?.key.id ?? 0
  }
  /** Returns total, untranslated and sourceless by language, after comparing all counts with the texts. */
  async function counts(): Promise<Record<string, readonly number[]>> {
    await expectCountsRight(database.store, project.id)
    const found = await database.store.read((r) => countsByLanguage(r, project.id))
    return Object.fromEntries(
      [...found].map(([tag, { total, untranslated, sourceless }]) => [
        tag,
        [total, untranslated, sourceless],
      ]),
    )
  }

  test('a source text appears and disappears: the counts of all languages follow, also through undo', async () => {
    await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {}), newKey('app', 'c', { de: 'C' })])
    const without = { en: [3, 2, 0], de: [2, 1, 1], pl: [1, 1, 2] }
    expect(await counts()).toEqual(without)
    const id = await idOf('b')
    const added = await change([write(id, 'en', 'B')])
    expect(added.changeSet.translations?.map(({ language }) => language).toSorted()).toEqual([
      'de',
      'en',
      'pl',
    ])
    const having = { en: [3, 1, 0], de: [3, 2, 0], pl: [2, 2, 1] }
    expect(await counts()).toEqual(having)
    const undone = await undo(added.operationId)
    expect(undone).toMatchObject({ ok: true })
    expect(await counts()).toEqual(without)
    expect(await undo('operationId' in undone ? undone.operationId : 0)).toMatchObject({ ok: true })
    expect(await counts()).toEqual(having)
    await change([write(id, 'en', '')])
    expect(await counts()).toEqual(without)
  })

  test('a text is translated without a source text, and emptied: it counts only in between', async () => {
    await change([newKey('app', 'b', {})])
    const id = await idOf('b')
    await change([write(id, 'de', 'B')])
    expect(await counts()).toEqual({ en: [1, 1, 0], de: [1, 0, 0], pl: [0, 0, 1] })
    await change([write(id, 'de', '')])
    expect(await counts()).toEqual({ en: [1, 1, 0], de: [0, 0, 1], pl: [0, 0, 1] })
    await change([write(id, 'en', 'B'), write(id, 'de', 'B')])
    expect(await counts()).toEqual({ en: [1, 0, 0], de: [1, 0, 0], pl: [1, 1, 0] })
  })

  test('a key is moved, removed and restored: the counts of its namespace follow', async () => {
    await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {})])
    const id = await idOf('b')
    await change([{ kind: 'edit-key', keyId: id, fields: { namespace: 'shop' } }])
    const before = { en: [2, 1, 0], de: [1, 1, 1], pl: [1, 1, 1] }
    expect(await counts()).toEqual(before)
    const removed = await change([{ kind: 'remove-key', keyId: id }])
    expect(await counts()).toEqual({ en: [1, 0, 0], de: [1, 1, 0], pl: [1, 1, 0] })
    await undo(removed.operationId)
    expect(await counts()).toEqual(before)
  })

  test('a language is added, removed and restored: its empty texts know which have no source text', async () => {
    await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {}), newKey('app', 'c', { pl: 'C' })])
    await database.store.write((w) => addLanguage(w, { projectId: project.id, tag: 'fr', by: MARA, at: AT }))
    expect((await counts()).fr).toEqual([1, 1, 2])
    const removed = await database.store.write((w) =>
      removeLanguage(w, { projectId: project.id, tag: 'pl', by: MARA, at: AT }),
    )
    expect(Object.keys(await counts())).toEqual(['en', 'de', 'fr'])
    await undo('operationId' in removed ? removed.operationId : 0)
    expect((await counts()).pl).toEqual([2, 1, 1])
  })

  test('a source text appears while a language is prepared: its rows are created again', async () => {
    const { store } = database
    await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {})])
    const place = { projectId: project.id, tag: 'fr' }
    const language = await store.write((w) => reserveLanguage(w, place))
    if (language === null) throw new Error('the project has the language')
    const prepare = () =>
      store.write(async (w) => {
        await prepareLanguageRows(w, { ...place, language, after: 0, limit: 50 })
        return isLanguagePrepared(w, { ...place, language })
      })
    expect(await prepare()).toBe(true)
    await change([{ kind: 'edit-key', keyId: await idOf('a'), fields: { description: 'The first' } }])
    expect(await store.write((w) => isLanguagePrepared(w, { ...place, language }))).toBe(true)
    await change([write(await idOf('b'), 'en', 'B')])
    expect(await store.write((w) => isLanguagePrepared(w, { ...place, language }))).toBe(false)
    expect(await prepare()).toBe(true)
    await store.write((w) =>
      addLanguages(w, { projectId: project.id, tags: ['fr'], by: MARA, at: AT, prepared: language }),
    )
    expect((await counts()).fr).toEqual([2, 2, 0])
  })

  test('filters of states leave them out, the list has them, and developers find them', async () => {
    await change([
      newKey('app', 'a', { en: 'A' }),
      newKey('app', 'b', {}),
      newKey('app', 'c', { de: 'C' }),
      newKey('app', 'd', { en: 'D', de: 'D' }),
    ])
    expect(await names({})).toEqual(['a', 'b', 'c', 'd'])
    expect(await names({ states: ['untranslated'] })).toEqual(['a'])
    expect(await names({ states: ['untranslated', 'translated'] })).toEqual(['a', 'c', 'd'])
    expect(await names({ notStates: ['translated'] })).toEqual(['a'])
    expect(await names({ states: ['untranslated'] }, 'en')).toEqual(['b', 'c'])
    for (const language of ['en', 'de', 'pl'])
      expect(await names({ sourceless: true }, language)).toEqual(['b', 'c'])
    expect(await names({ sourceless: false })).toEqual(['a', 'd'])
    const grid = (filter: EditorFilter, languages: readonly string[]) =>
      database.store.read((r) => keysPage(r, { projectId: project.id, languages, filter, limit: 50 }))
    const keysOf = async (filter: EditorFilter, languages: readonly string[]) =>
      (await grid(filter, languages)).rows.map(({ key }) => key.name)
    expect(await keysOf({ states: ['untranslated'] }, ['de', 'pl'])).toEqual(['a', 'd'])
    expect(await keysOf({ sourceless: true }, ['de', 'pl'])).toEqual(['b', 'c'])
  })

  test('an operation is known to give source texts to keys only if they had none', async () => {
    const added = await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {})])
    const [a, b] = [await idOf('a'), await idOf('b')]
    const adds = ({ operationId }: { readonly operationId: number }) =>
      database.store.read(async (r) => (await addsSourceTexts(r, project.id, [operationId])).has(operationId))
    expect(await adds(added)).toBe(false)
    expect(await adds(await change([write(a, 'en', 'Another A'), write(b, 'de', 'B')]))).toBe(false)
    expect(await adds(await change([{ ...write(a, 'en', 'Another A'), state: 'reviewed' }]))).toBe(false)
    const first = await change([write(b, 'en', '"state":"untranslated"')])
    expect(await adds(first)).toBe(true)
    expect(await adds(await change([write(b, 'en', 'B')]))).toBe(false)
    expect(await adds(first)).toBe(true)
    expect(await adds(await change([write(b, 'en', '')]))).toBe(false)
    expect(await adds(await change([write(b, 'en', 'B again')]))).toBe(true)
  })

  test('the progress of a task does not count them', async () => {
    await change([newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {}), newKey('app', 'c', {})])
    const [a, b, c] = [await idOf('a'), await idOf('b'), await idOf('c')]
    const fields = { note: '', due: null, languages: ['de'], assignees: [], goal: 'translated' as const }
    const about = { ...fields, projectId: project.id, by: MARA.actor, at: AT }
    const [some, none] = await database.store.write(async (w) => [
      await createTask(w, { ...about, title: 'Some', keyIds: [a, b] }),
      await createTask(w, { ...about, title: 'None', keyIds: [c] }),
    ])
    const progress = async () => [
      ...(await database.store.read((r) => progressOfTasks(r, [some?.id ?? 0, none?.id ?? 0]))).values(),
    ]
    expect(await progress()).toEqual([
      [{ language: 'de', done: 0, total: 1 }],
      [{ language: 'de', done: 0, total: 0 }],
    ])
    await change([write(b, 'en', 'B'), write(a, 'de', 'A')])
    expect((await progress())[0]).toEqual([{ language: 'de', done: 1, total: 2 }])
  })

  test('a source text that stays a text changes no counts of other languages', async () => {
    await change([newKey('app', 'a', { en: 'A' })])
    const id = await idOf('a')
    const writesOf = async (other: string) => {
      const recorded = recordStatements()
      await change([write(id, 'en', other)]).finally(recorded.stop)
      return recorded.texts.filter((text) => /insert into counts|update translation/i.test(text)).length
    }
    const [changed, emptied] = [await writesOf('B'), await writesOf('')]
    // Of the source language alone its text is written; emptying it changes the counts of three languages.
    expect(changed).toBeLessThan(emptied)
    expect(emptied - changed).toBeGreaterThanOrEqual(3)
    await expectCountsRight(database.store, project.id)
  })
})

test('a state is searched for: on SQLite the index leads to the texts in order', async () => {
  const { store, remove } = await openTestSqlite()
  try {
    const project = await sampleProject(store)
    await applied(store, project.id, [newKey('app', 'a', { en: 'A' }), newKey('app', 'b', {})])
    const about = { projectId: project.id, sourceLanguage: 'en', language: 'de', limit: 50 }
    const plans = await queryPlansOf(store, 'translation', () =>
      store.read((r) => editorPage(r, { ...about, filter: { states: ['untranslated'] } })),
    )
    expect(plans).toContainEqual(
      expect.stringContaining('translation_state (language_id=? AND state=? AND sourceless=?)'),
    )
    expect(plans.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
  } finally {
    await remove()
  }
})
