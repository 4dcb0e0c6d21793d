import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTurns } from '../../test/count-turns.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { type NamespaceTexts, namespaceTexts, type Reader, removeLanguage, textMarks } from '../index.ts'

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

onBoth('texts of a namespace', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  /** Reads a namespace with the keys a, b and c, during which a task runs once, after a column was read. */
  async function readWhile(slug: string, column: string, task: (of: Project) => Promise<unknown>) {
    const { store } = database
    const { id } = await sampleProject(store, ['de', 'pl'], slug)
    const names = ['a', 'b', 'c']
    await applied(
      store,
      id,
      names.map((name) => newKey('app', name, { en: name, de: `${name} de`, pl: `${name} pl` })),
    )
    const keys = await store.read(({ db }) =>
      db.selectFrom('key').select(['id', 'name']).where('project_id', '=', id).execute(),
    )
    const keyId = (name: string) => keys.find((key) => key.name === name)?.id ?? 0
    const request = { projectId: id, namespace: 'app', languages: ['en', 'de', 'pl'] }
    const found = await store.read((r) =>
      namespaceTexts(
        afterReading(r, column, () => task({ id, keyId })),
        request,
      ),
    )
    return { found, marks: await store.read((r) => textMarks(r, id)) }
  }

  test('are read in parts, and others get their turn in between', async () => {
    const { store } = database
    const { id } = await sampleProject(store, ['de', 'pl'], 'parts')
    const names = ['a', 'b', 'c']
    await applied(
      store,
      id,
      names.map((name) => newKey('app', name, { en: name, de: `${name} de`, pl: `${name} pl` })),
    )
    const request = { projectId: id, namespace: 'app', languages: ['en', 'de', 'pl'] }
    const whole = await store.read((r) => namespaceTexts(r, request))
    expect(textsOf(whole)).toEqual({
      keys: names,
      en: names,
      de: ['a de', 'b de', 'c de'],
      pl: ['a pl', 'b pl', 'c pl'],
    })
    for (const [rows, parts] of [
      [1, 9],
      [2, 6],
      [3, 3],
    ] as const) {
      const { result, turns } = await countTurns(() => store.read((r) => namespaceTexts(r, request, rows)))
      expect(result).toEqual(whole)
      expect(turns).toBeGreaterThanOrEqual(parts)
    }
  })

  test('leave out a key that is removed while they are read', async () => {
    const { found, marks } = await readWhile('removed', 'max_length', ({ id, keyId }) =>
      applied(database.store, id, [{ kind: 'remove-key', keyId: keyId('a') }]),
    )
    expect(textsOf(found)).toEqual({
      keys: ['b', 'c'],
      en: ['b', 'c'],
      de: ['b de', 'c de'],
      pl: ['b pl', 'c pl'],
    })
    // It is the state of now.
    expect(marksOf(found)).toEqual(marks.map(({ language, mark }) => [language, mark]))
  })

  test('leave out a key that is added while they are read', async () => {
    const { found, marks } = await readWhile('added', 'max_length', ({ id, keyId }) =>
      applied(database.store, id, [{ ...newKey('app', 'new', { en: 'new' }), after: keyId('a') }]),
    )
    expect(textsOf(found)).toEqual({
      keys: ['a', 'b', 'c'],
      en: ['a', 'b', 'c'],
      de: ['a de', 'b de', 'c de'],
      pl: ['a pl', 'b pl', 'c pl'],
    })
    // They are read again next time.
    for (const { language, mark } of marks) expect(found.texts.get(language)?.mark).not.toBe(mark)
  })

  test('leave out a language that is removed while they are read', async () => {
    const { found, marks } = await readWhile('language', 'tag', ({ id }) =>
      database.store.write((w) => removeLanguage(w, { projectId: id, tag: 'de', by: MARA, at: AT })),
    )
    expect(textsOf(found)).toEqual({
      keys: ['a', 'b', 'c'],
      en: ['a', 'b', 'c'],
      pl: ['a pl', 'b pl', 'c pl'],
    })
    expect(marksOf(found)).toEqual(marks.map(({ language, mark }) => [language, mark]))
  })
})

type Project = { readonly id: number; readonly keyId: (name: string) => number }

/** Returns a reader that waits for a task, once, after a query that returned a column. */
function afterReading(r: Reader, column: string, task: () => Promise<unknown>): Reader {
  let isDone = false
  const db = r.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone && result.rows.some((row) => column in row)) {
        isDone = true
        await task()
      }
      return result
    },
  })
  return { ...r, db }
}

function textsOf({ keys, texts }: NamespaceTexts) {
  return {
    keys: keys.map(({ name }) => name),
    ...Object.fromEntries([...texts].map(([tag, { rows }]) => [tag, rows.map(({ forms }) => forms.other)])),
  }
}

function marksOf({ texts }: NamespaceTexts) {
  return [...texts].map(([tag, { mark }]) => [tag, mark])
}
