import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey } from '../../test/sample.ts'
import {
  addLanguage,
  checkSyntaxAgain,
  countsByLanguage,
  createProject,
  editorPage,
  listOperations,
  projectById,
  setSyntax,
  setSyntaxOfEmpty,
  translation,
} from '../index.ts'

onBoth('the message syntax of a project', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  const made = (slug: string, syntax?: string) =>
    database.store.write(async (w) => {
      const project = await createProject(w, {
        slug,
        name: slug,
        sourceLanguage: 'en',
        at: AT,
        ...(syntax === undefined ? {} : { syntax }),
      })
      await addLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at: AT })
      return project
    })

  /** Returns whether a translation that lacks `%s`, and nothing else, is failing. */
  async function isFailing(projectId: number): Promise<boolean | undefined> {
    const { changeSet } = await applied(database.store, projectId, [
      newKey('common', 'hello', { en: 'Hello %s', de: 'Hallo' }),
    ])
    const [keyId] = changeSet.keys ?? []
    if (keyId === undefined) throw new Error('no key was made')
    return (await database.store.read((r) => translation(r, projectId, keyId, 'de')))?.failing
  }

  test('decides what the checks treat as a placeholder', async () => {
    expect(await isFailing((await made('plain-i18next')).id)).toBe(false)
    expect(await isFailing((await made('with-printf', 'printf')).id)).toBe(true)
  })

  test('is i18next’s without files, and that of the files until there are keys', async () => {
    const { id, syntax } = await made('empty')
    expect(syntax).toBe('i18next')
    const savedSyntax = async (next: string) => {
      await database.store.write((w) => setSyntaxOfEmpty(w, id, next))
      return (await database.store.read((r) => projectById(r, id)))?.syntax
    }
    expect(await savedSyntax('icu')).toBe('icu')
    await applied(database.store, id, [newKey('common', 'hello', { en: 'Hello' })])
    expect(await savedSyntax('printf')).toBe('icu')
  })

  /** Changes the syntax, and checks a hundred keys at a time. */
  async function changeSyntax(projectId: number, syntax: string): Promise<void> {
    const { store } = database
    await store.write((w) => setSyntax(w, projectId, syntax))
    for (let after = 0; ; ) {
      const part = { projectId, syntax, after, upTo: null, limit: 100 }
      const checked = await store.write((w) => checkSyntaxAgain(w, part))
      if (checked === null) return
      after = checked.last
    }
  }

  test('can be changed: all texts are checked again, with their counts, and nothing is added to the history', async () => {
    const { id } = await made('changed')
    const { store } = database
    const names = Array.from({ length: 300 }, (_, index) => `key${index}`)
    await applied(
      store,
      id,
      names.map((name) => newKey('common', name, { en: 'Hello %s', de: 'Hallo' })),
    )
    const failing = () => store.read(async (r) => (await countsByLanguage(r, id)).get('de')?.failing)
    expect(await failing()).toBe(0)
    const before = await store.read((r) => projectById(r, id))
    await changeSyntax(id, 'printf')
    expect(await failing()).toBe(300)
    const page = await store.read((r) =>
      editorPage(r, {
        projectId: id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { failing: true },
        limit: 1,
      }),
    )
    expect(page.total.count).toBe(300)
    const after = await store.read((r) => projectById(r, id))
    expect(after).toMatchObject({ syntax: 'printf', revision: (before?.revision ?? 0) + 3 })
    expect((await store.read((r) => listOperations(r, { projectId: id, limit: 10 }))).rows).toHaveLength(2)
    await changeSyntax(id, 'plain')
    expect(await failing()).toBe(0)
  })
})
