import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { applyOperation, countsByLanguage, editorPage, type ProjectRow, undoOperation } from '../index.ts'

onBoth('undo of a large operation', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
  })
  afterAll(() => database.remove())

  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  async function undo(operationId: number) {
    const result = await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT, keepNewer: 'refuse' }),
    )
    if (!result.ok) throw new Error(`not undone: ${JSON.stringify(result)}`)
    return result
  }

  test('undoes an import of 10,000 strings to the same hash, and restores it', async () => {
    const before = await hash()
    const changes = {
      *[Symbol.iterator]() {
        for (let i = 0; i < 5000; i++)
          yield newKey('import', `group${i % 50}.key${i}`, { en: `Text number ${i}`, de: `Text Nummer ${i}` })
      },
    }
    const done = await database.store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'import', by: MARA, at: AT, changes }),
    )
    expect(done).toMatchObject({
      ok: true,
      summary: { keysAdded: 5000, translations: 10_000 },
      changeSet: { keys: null, translations: null },
    })
    if (!done.ok) return
    const after = await hash()
    const counts = await database.store.read((r) => countsByLanguage(r, project.id))
    const back = await undo(done.operationId)
    expect(await hash()).toBe(before)
    await undo(back.operationId)
    expect(await hash()).toBe(after)
    expect(await database.store.read((r) => countsByLanguage(r, project.id))).toEqual(counts)
    const page = await database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { words: ['Nummer 4711'] },
        limit: 10,
      }),
    )
    expect(page.rows.map((row) => row.target.forms.other)).toEqual(['Text Nummer 4711'])
  })
})
