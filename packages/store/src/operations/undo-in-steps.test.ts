import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { AT, applied, JAN, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { applyOperation, type ProjectRow, type UndoCursor, undoOperation } from '../index.ts'

const KEYS = 1250
const STEP = 250

onBoth('undo in steps', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let keyIds: readonly number[]
  let operationId: number
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store, ['de'])
    const changes = Array.from({ length: KEYS }, (_, i) =>
      newKey('common', `key${i}`, { en: `Text ${i}`, de: 'Alt' }),
    )
    await applied(database.store, project.id, changes)
    keyIds = await database.store.read(async ({ db }) => {
      const rows = await db.selectFrom('key').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    })
    operationId = await write('Neu')
  })
  afterAll(() => database.remove())

  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  /** Writes the German texts of all keys in one operation, and returns its id. */
  async function write(other: string, by = MARA): Promise<number> {
    const done = await database.store.write((w) =>
      applyOperation(w, {
        ...{ projectId: project.id, kind: 'bulk', by, at: AT },
        changes: keyIds.map((keyId) => ({ kind: 'translate', keyId, language: 'de', forms: { other } })),
      }),
    )
    if (!done.ok) throw new Error('refused')
    return done.operationId
  }
  type Step = {
    readonly translations: number
    /** Statements that read what the operation had replaced. */
    readonly reads: number
    readonly undoId: number
    readonly after: UndoCursor | null
  }
  async function undoStep(
    undone: number,
    from: { readonly continues?: number; readonly after?: UndoCursor | null } = {},
  ): Promise<Step> {
    const recorded = recordStatements()
    const result = await database.store.write((w) =>
      undoOperation(w, {
        ...{ projectId: project.id, operationId: undone, by: MARA, at: AT, keepNewer: 'keep', limit: STEP },
        ...from,
      }),
    )
    recorded.stop()
    if (!result.ok) throw new Error('refused')
    const reads = recorded.texts.filter((text) => /from change c left join language/.test(text)).length
    const { operationId: undoId, summary, after } = result
    return { translations: summary.translations, reads, undoId, after }
  }
  /** Undoes an operation from its beginning to its end; `started` is an undo that continues. */
  async function undoSteps(undone: number, started = 0): Promise<readonly Step[]> {
    const steps: Step[] = []
    let continues = started
    for (let after: UndoCursor | null = null; steps.length === 0 || after !== null; ) {
      const step: Step = await undoStep(undone, { after, ...(continues === 0 ? {} : { continues }) })
      steps.push(step)
      after = step.after
      continues ||= step.undoId
    }
    return steps
  }

  test('no step reads what the steps before it have undone', async () => {
    const before = await hash()
    const steps = await undoSteps(operationId)
    const count = KEYS / STEP
    expect(steps.map(({ translations }) => translations)).toEqual([
      ...Array.from({ length: count }, () => STEP),
      0,
    ])
    expect(steps.map(({ reads }) => reads)).toEqual(Array.from({ length: count + 1 }, () => 1))
    const after = await hash()
    expect(after).not.toBe(before)
    const [undo] = steps
    await undoSteps(undo?.undoId ?? 0)
    expect(await hash()).toBe(before)
  })

  test('a step from the beginning, as of a job that an earlier version has started, finds the rest', async () => {
    const before = await hash()
    const { undoId } = await undoStep(operationId)
    const rest = await undoSteps(operationId, undoId)
    expect(rest.map(({ translations }) => translations)).toEqual([
      ...Array.from({ length: KEYS / STEP - 1 }, () => STEP),
      0,
    ])
    await undoSteps(undoId)
    expect(await hash()).toBe(before)
  })

  test('a step ends after 1,000 texts that it leaves as they are', async () => {
    const newer = await write('Neuer', JAN)
    const before = await hash()
    const steps = await undoSteps(operationId)
    expect(steps.map(({ translations, reads, undoId }) => [translations, reads, undoId])).toEqual([
      [0, 2, 0],
      [0, 1, 0],
    ])
    expect(await hash()).toBe(before)
    await undoSteps(newer)
  })
})
