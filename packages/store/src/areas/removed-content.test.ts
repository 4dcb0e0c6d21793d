import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { applied, newKey, sampleProject } from '../../test/sample.ts'
import { deleteProject, editorPage, openStore, type ProjectRow, type Store } from '../index.ts'

/** More texts than one transaction removes. */
const KEYS = 700

onBoth('the content of a removed project', (open) => {
  /** Creates a project with texts and some history. */
  async function projectWithTexts(store: Store, slug: string, keys: number): Promise<ProjectRow> {
    const project = await sampleProject(store, ['de', 'pl'], slug)
    const texts = Array.from({ length: keys }, (_, index) =>
      newKey('common', `key.${index}`, { en: `Save ${slug} ${index}`, de: `Sichern ${index}` }),
    )
    await applied(store, project.id, texts)
    const { id: keyId } = await store.read(({ db }) =>
      db
        .selectFrom('key')
        .select('id')
        .where('project_id', '=', project.id)
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
    await applied(store, project.id, [
      { kind: 'translate', keyId, language: 'de', forms: { other: 'Speichern' } },
    ])
    return project
  }

  /** Counts the rows that are left of all projects. */
  async function contentOf(store: Store): Promise<Readonly<Record<string, number>>> {
    return store.read(async ({ db }) => {
      const counts: Record<string, number> = {}
      for (const table of ['key', 'translation', 'search_text', 'counts', 'change', 'removed_project']) {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
        counts[table] = Number(rows[0]?.n)
      }
      return counts
    })
  }

  /** Counts the German texts of a project with a word, which the search index finds. */
  async function countFound(store: Store, projectId: number, word: string): Promise<number> {
    const about = { projectId, sourceLanguage: 'en', language: 'de', filter: { words: [word] }, limit: 1000 }
    return (await store.read((r) => editorPage(r, about))).rows.length
  }

  test.each([
    ['a few', 3, KEYS],
    ['most', KEYS, 300],
    ['nearly all', KEYS, 50],
  ])(
    'is removed after the commit, in several transactions, and %s other texts are found',
    async (_, others, keys) => {
      const { store, remove } = await open()
      const kept = await projectWithTexts(store, 'kept', others)
      await store.waitForIndex()
      const before = await contentOf(store)
      const project = await projectWithTexts(store, 'large', keys)
      await store.waitForIndex()
      const left = await store.write(async (w) => {
        await deleteProject(w, project.id)
        const rows = await w.db.selectFrom('key').select('id').where('project_id', '=', project.id).execute()
        return rows.length
      })
      expect(left).toBe(keys)
      await store.waitForIndex()
      expect(await contentOf(store)).toEqual(before)
      expect(await countFound(store, kept.id, 'sichern')).toBe(others - 1)
      expect(await countFound(store, kept.id, 'speichern')).toBe(1)
      await remove()
    },
  )

  test('is removed after the next start if the program stopped before', async () => {
    const { store, config, remove } = await open()
    const before = await contentOf(store)
    const project = await projectWithTexts(store, 'large', KEYS)
    await store.write((w) => deleteProject(w, project.id))
    await store.close()
    const again = await openStore(config)
    await again.waitForIndex()
    expect(await contentOf(again)).toEqual(before)
    const kept = await projectWithTexts(again, 'kept', 3)
    expect(await countFound(again, kept.id, 'speichern')).toBe(1)
    await again.close()
    await remove()
  })

  test('does not free its numbers for others', async () => {
    const { store, remove } = await open()
    const project = await projectWithTexts(store, 'gone', 3)
    const lastOf = (table: 'operation' | 'change') =>
      store.read(async ({ db }) => {
        const { rows } = await sql<{ id: number }>`select max(id) as id from ${sql.table(table)}`.execute(db)
        return Number(rows[0]?.id)
      })
    const last = [await lastOf('operation'), await lastOf('change')] as const
    await store.write((w) => deleteProject(w, project.id))
    await store.waitForIndex()
    await projectWithTexts(store, 'next', 1)
    expect(await lastOf('operation')).toBeGreaterThan(last[0])
    expect(await lastOf('change')).toBeGreaterThan(last[1])
    await remove()
  })
})
