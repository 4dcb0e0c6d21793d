import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { applied, newKey, sampleProject } from '../../test/sample.ts'
import { namespaceTexts, textMarks } from '../index.ts'

onBoth('marks of texts', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('do not depend on how many rows are read together', async () => {
    const { store } = database
    const project = await sampleProject(store, ['de'], 'marks')
    const other = await sampleProject(store, ['de'], 'other')
    for (const namespace of ['app', 'größe', 'app/menu'])
      for (const { id } of [project, other])
        await applied(
          store,
          id,
          ['a', 'b', 'c'].map((name) => newKey(namespace, name, { en: name, de: name })),
        )
    const expected = await store.read(async (r) => {
      const marks: unknown[] = []
      for (const language of ['en', 'de'])
        for (const namespace of ['app', 'größe', 'app/menu']) {
          const { texts } = await namespaceTexts(r, {
            projectId: project.id,
            namespace,
            languages: [language],
          })
          marks.push({ language, namespace, mark: texts.get(language)?.mark })
        }
      return marks
    })
    for (const rows of [1, 2, 3, 9, 10, undefined])
      expect(await store.read((r) => textMarks(r, project.id, rows))).toEqual(expected)
  })
})
