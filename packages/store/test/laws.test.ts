import { hasText, type TranslationState } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import {
  addLanguage,
  applyOperation,
  type ChangeRequest,
  countsByLanguage,
  type EditorFilter,
  type EditorRow,
  editorPage,
  type OperationResult,
  type ProjectRow,
  removeLanguage,
  undoOperation,
} from '../src/index.ts'
import { catalogHash } from './catalog-hash.ts'
import { generator } from './generator.ts'
import { onBoth, type TestDatabase } from './on-both.ts'
import { expectCountsRight } from './recount.ts'
import { AT, MARA, newKey, sampleProject } from './sample.ts'

const ROUNDS = lawRuns(4, 1).numRuns
const OPERATIONS = 25

onBoth('laws', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test.each(Array.from({ length: ROUNDS }, (_, seed) => seed + 1))(
    'random operations, then undo of all: the same hash after every step (seed %i)',
    async (seed) => {
      const { store } = database
      const random = generator(seed)
      const project = await sampleProject(store, ['de', 'pl'], `laws-${seed}`)
      const hash = () => store.read((r) => catalogHash(r, project.id))
      const hashes = [await hash()]
      const done: number[] = []
      for (let i = 0; i < OPERATIONS; i++) {
        const result = await randomOperation(project, random)
        if (!result.ok || result.operationId === 0) continue
        done.push(result.operationId)
        seen.add(result.operationId)
        hashes.push(await hash())
      }
      expect(done.length).toBeGreaterThan(OPERATIONS / 2)
      const last = hashes.at(-1)
      const undos: number[] = []
      for (const operationId of done.toReversed()) {
        hashes.pop()
        const result = await store.write((w) =>
          undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT, keepNewer: 'keep' }),
        )
        expect(result).toMatchObject({ ok: true })
        expect(await hash()).toBe(hashes.at(-1))
        if (result.ok) undos.push(result.operationId)
      }
      await expectTotalsRight(project)
      // And everything once more: the undos are undone, last first.
      for (const operationId of undos.toReversed()) {
        await store.write((w) =>
          undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT, keepNewer: 'keep' }),
        )
      }
      expect(await hash()).toBe(last)
      await expectTotalsRight(project)
    },
  )

  async function randomOperation(
    project: ProjectRow,
    random: (below: number) => number,
  ): Promise<OperationResult> {
    const { store } = database
    const keys = await store.read(async ({ db }) =>
      db.selectFrom('key').select(['id', 'name']).where('project_id', '=', project.id).execute(),
    )
    if (random(12) === 0)
      return store.write((w) => removeLanguage(w, { projectId: project.id, tag: 'pl', by: MARA, at: AT }))
    if (random(12) === 0) {
      await store.write((w) => addLanguage(w, { projectId: project.id, tag: 'pl', by: MARA, at: AT }))
      const latest = await store.read(async ({ db }) =>
        db
          .selectFrom('operation')
          .select('id')
          .where('project_id', '=', project.id)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      )
      const again = await store.write((w) =>
        applyOperation(w, { projectId: project.id, kind: 'save', by: MARA, at: AT, changes: [] }),
      )
      // addLanguage does not return its number; an addition that changed nothing has none.
      return again.ok && latest && !seen.has(latest.id) ? { ...again, operationId: latest.id } : again
    }
    const pool = new Map(keys.map(({ id, name }) => [id, name]))
    const changes = Array.from({ length: 1 + random(5) }, () => randomChange(pool, random))
    return store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'save', by: MARA, at: AT, changes }),
    )
  }

  const seen = new Set<number>()

  /** `pool`: the names of the keys that can be changed; without the one that is removed. */
  function randomChange(pool: Map<number, string>, random: (below: number) => number): ChangeRequest {
    const [keyId, name = ''] = [...pool][random(Math.max(1, pool.size))] ?? []
    const text = () => ['Hello {{name}}', 'Hello', 'Hallo {{name}}', '', 'Grüße', '今日は'][random(6)] ?? ''
    if (keyId === undefined || random(4) === 0) {
      return newKey(`space${random(3)}`, `group.key${random(1_000_000)}`, { en: text(), de: text() })
    }
    switch (random(7)) {
      case 0:
        pool.delete(keyId)
        return { kind: 'remove-key', keyId }
      case 1:
        return {
          kind: 'edit-key',
          keyId,
          fields: {
            name: `moved.key${random(1_000_000)}`,
            namespace: `space${random(3)}`,
            tags: [`tag${random(3)}`],
          },
        }
      case 2:
        return {
          kind: 'edit-key',
          keyId,
          fields: { description: `What ${random(5)}`, maxLength: random(2) === 0 ? null : 1 + random(9) },
        }
      case 3:
        return { kind: 'edit-key', keyId, fields: { path: random(2) === 0 ? name.split('.') : [name] } }
      default:
        return {
          kind: 'translate',
          keyId,
          language: ['en', 'de'][random(2)] ?? 'en',
          forms: { other: text() },
          ...(random(3) === 0 ? { state: 'reviewed' as const } : {}),
        }
    }
  }

  /** Expects the counts to be right, and the totals of the editor, which come from them. */
  async function expectTotalsRight(project: ProjectRow): Promise<void> {
    await expectCountsRight(database.store, project.id)
    const counts = await database.store.read((r) => countsByLanguage(r, project.id))
    for (const [language, kept] of counts) {
      const listed = (filter: EditorFilter, limit = 10_000) =>
        database.store.read((r) =>
          editorPage(r, { projectId: project.id, sourceLanguage: 'en', language, filter, limit }),
        )
      const page = await listed({})
      const withoutSource = page.rows.filter(({ source }) => !hasText(source.forms)).map(({ key }) => key.id)
      const isSourceless = ({ key, target }: EditorRow) =>
        language !== 'en' && withoutSource.includes(key.id) && !hasText(target.forms)
      const listedIn = (states: readonly TranslationState[]) =>
        page.rows.filter((row) => !isSourceless(row) && states.includes(row.target.state))
      const idsOf = (rows: readonly EditorRow[]) => rows.map(({ key }) => key.id)
      const untranslated = listedIn(['untranslated'])
      expect(idsOf((await listed({ states: ['untranslated'] })).rows)).toEqual(idsOf(untranslated))
      expect(idsOf((await listed({ notStates: ['translated'] })).rows)).toEqual(
        idsOf(listedIn(['untranslated', 'draft', 'reviewed'])),
      )
      expect(idsOf((await listed({ sourceless: true })).rows)).toEqual(withoutSource)
      // One row per page: the totals come from the counts.
      expect((await listed({}, 1)).total.count).toBe(page.rows.length)
      expect((await listed({ states: ['untranslated'] }, 1)).total.count).toBe(untranslated.length)
      expect((await listed({ failing: false }, 1)).total.count).toBe(page.rows.length - kept.failing)
      expect((await listed({ sourceless: false }, 1)).total.count).toBe(
        page.rows.length - withoutSource.length,
      )
    }
  }
})
