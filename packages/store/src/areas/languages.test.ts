import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, MARA, sampleProject } from '../../test/sample.ts'
import {
  addLanguage,
  addLanguages,
  languageOrigins,
  listLanguages,
  removeLanguage,
  undoOperation,
} from '../index.ts'

onBoth('the operations that added languages', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('a language that is added again has another one, a language whose removal was undone its old one', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store, ['de', 'pl'], 'origins')
    const origins = () =>
      store.read(async (r) => {
        const found = await languageOrigins(r, projectId)
        return (await listLanguages(r, projectId)).map(({ id, tag }) => [tag, found.get(id) ?? 0] as const)
      })
    const before = await origins()
    expect(before.map(([tag]) => tag)).toEqual(['en', 'de', 'pl'])
    const by = { projectId, by: MARA, at: AT }
    const removed = await store.write((w) => removeLanguage(w, { ...by, tag: 'de' }))
    expect((await origins()).map(([tag]) => tag)).toEqual(['en', 'pl'])
    const operationId = removed.ok ? removed.operationId : 0
    await store.write((w) => undoOperation(w, { ...by, operationId, keepNewer: 'refuse' }))
    expect(await origins()).toEqual(before)
    await store.write((w) => removeLanguage(w, { ...by, tag: 'de' }))
    await store.write((w) => addLanguage(w, { ...by, tag: 'de' }))
    const after = new Map(await origins())
    expect(after.get('de')).toBeGreaterThan(operationId)
    expect(after.get('pl')).toBe(new Map(before).get('pl'))
  })

  test('a language falls back to the one with the shorter tag, also to one that is added with it', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store, ['de'], 'fallbacks')
    const by = { projectId, by: MARA, at: AT }
    await store.write((w) =>
      addLanguages(w, { ...by, kind: 'import', tags: ['pt-BR', 'pt', 'de-AT', 'en-GB'] }),
    )
    await store.write((w) => addLanguages(w, { ...by, tags: ['de-CH'], fallback: null }))
    const languages = await store.read((r) => listLanguages(r, projectId))
    expect(Object.fromEntries(languages.map(({ tag, fallback }) => [tag, fallback]))).toEqual({
      en: null,
      de: null,
      'pt-BR': 'pt',
      pt: null,
      'de-AT': 'de',
      'en-GB': null,
      'de-CH': null,
    })
  })
})
