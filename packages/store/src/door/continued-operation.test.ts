import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { ANN, AT, applied, newKey, sampleProject } from '../../test/sample.ts'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  countsByLanguage,
  findUnits,
  listOperations,
  operationById,
  type ProjectRow,
  planUndo,
  removeLanguage,
  translation,
  undoOperation,
} from '../index.ts'

const KEYS = 30

onBoth('an operation written in many transactions', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store, ['de'])
    await applied(database.store, project.id, [
      newKey('common', 'known', { en: 'Known', de: 'Bekannt' }),
      newKey('common', 'bare', { en: 'Bare' }),
    ])
  })
  afterAll(() => database.remove())

  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  const idOf = async (name: string) => {
    const found = await database.store.read((r) =>
      findUnits(r, {
        projectId: project.id,
        namespace: 'common',
        language: 'de',
        identities: [{ name, plural: 'none' }],
      }),
    )
    return found[0]?.keyId ?? 0
  }
  const write = async (changes: readonly ChangeRequest[], continues: number) => {
    const result = await database.store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'import', by: ANN, at: AT, continues, changes }),
    )
    if (!result.ok) throw new Error(JSON.stringify(result.refusals))
    return result
  }

  /** Imports languages, keys and texts, each in its own transaction; another person saves in between. */
  async function importInSteps(): Promise<number> {
    const first = await database.store.write((w) =>
      addLanguages(w, {
        projectId: project.id,
        tags: ['fr'],
        kind: 'import',
        by: ANN,
        at: AT,
        origin: 'files',
      }),
    )
    if (!first.ok) throw new Error('refused')
    const { operationId } = first
    for (let key = 0; key < KEYS; key++)
      await write([newKey('common', `new${key}`, { en: `New ${key}` })], operationId)
    for (let key = 0; key < KEYS; key++) {
      await write(
        [
          {
            kind: 'translate',
            keyId: await idOf(`new${key}`),
            language: 'fr',
            forms: { other: `Neuf ${key}` },
          },
        ],
        operationId,
      )
    }
    await write(
      [{ kind: 'translate', keyId: await idOf('known'), language: 'de', forms: { other: 'Anders' } }],
      operationId,
    )
    await write(
      [{ kind: 'translate', keyId: await idOf('bare'), language: 'de', forms: { other: 'Nackt' } }],
      operationId,
    )
    return operationId
  }

  test('is one entry of the activity with the sum of what it did, and is undone as one', async () => {
    const before = await hash()
    const operationId = await importInSteps()
    const operation = await database.store.read((r) => operationById(r, project.id, operationId))
    expect(operation).toMatchObject({ kind: 'import', actor: ANN.actor, undoneBy: null })
    expect(operation?.summary).toEqual({
      keysAdded: KEYS,
      keysRemoved: 0,
      keysEdited: 0,
      translations: 2 * KEYS + 2,
      languages: ['fr', 'en', 'de'],
      origin: 'files',
    })
    const { rows } = await database.store.read((r) => listOperations(r, { projectId: project.id, limit: 2 }))
    expect(rows.filter(({ kind }) => kind === 'import')).toHaveLength(1)
    // A text that was added with its key is not listed separately.
    expect((await database.store.read((r) => planUndo(r, project.id, operationId, 500)))?.total).toBe(
      KEYS + 3,
    )
    const undone = await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: ANN, at: AT }),
    )
    expect(undone.ok).toBe(true)
    expect(await hash()).toBe(before)
  })

  test('is also undone in small steps as one operation, and restored by undoing that', async () => {
    const before = await hash()
    const operationId = await importInSteps()
    const after = await hash()
    const undoId = await undoInSteps(operationId)
    expect(await hash()).toBe(before)
    const undo = await database.store.read((r) => operationById(r, project.id, undoId))
    expect(undo).toMatchObject({ kind: 'undo', undoes: operationId })
    expect(undo?.summary.keysRemoved).toBe(KEYS)
    expect((await database.store.read((r) => operationById(r, project.id, operationId)))?.undoneBy).toBe(
      undoId,
    )
    const redoId = await undoInSteps(undoId)
    expect(await hash()).toBe(after)
    const undoneBy = async (id: number) =>
      (await database.store.read((r) => operationById(r, project.id, id)))?.undoneBy
    expect([await undoneBy(operationId), await undoneBy(undoId)]).toEqual([null, redoId])
    const counts = await database.store.read((r) => countsByLanguage(r, project.id))
    expect([counts.get('fr')?.translated, counts.get('de')?.translated]).toEqual([KEYS, 2])
  })

  test('a language with more emptied texts than fit in a step is restored with its written ones', async () => {
    const add = () =>
      database.store.write((w) =>
        addLanguages(w, { projectId: project.id, tags: ['pl'], kind: 'languages', by: ANN, at: AT }),
      )
    const remove = () =>
      database.store.write((w) => removeLanguage(w, { projectId: project.id, tag: 'pl', by: ANN, at: AT }))
    await add()
    await remove()
    // Its empty texts have versions now, and no author.
    await add()
    const last = await idOf(`new${KEYS - 1}`)
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: last, language: 'pl', forms: { other: 'Ostatni' } },
    ])
    const before = await hash()
    const removed = await remove()
    if (!removed.ok) throw new Error('refused')
    await undoInSteps(removed.operationId, 2)
    expect(await hash()).toBe(before)
    const text = await database.store.read((r) => translation(r, project.id, last, 'pl'))
    expect(text?.forms).toEqual({ other: 'Ostatni' })
  })

  async function undoInSteps(operationId: number, stepsAtLeast = 4): Promise<number> {
    let continues: number | undefined
    for (let steps = 0; ; steps++) {
      const step = await database.store.write((w) =>
        undoOperation(w, {
          projectId: project.id,
          operationId,
          by: ANN,
          at: AT,
          keepNewer: 'keep',
          limit: 7,
          ...(continues ? { continues } : {}),
        }),
      )
      if (!step.ok) throw new Error('refused')
      if (step.operationId === 0) {
        expect(steps).toBeGreaterThanOrEqual(stepsAtLeast)
        return continues ?? 0
      }
      continues ??= step.operationId
      expect(step.operationId).toBe(continues)
    }
  }
})
