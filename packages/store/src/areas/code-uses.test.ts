import type { CodeUse } from '@dragoman/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countTurns } from '../../test/count-turns.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  codeCounts,
  compareCodeUses,
  keyByIdentity,
  type Reader,
  replaceCodeUses,
  type Store,
} from '../index.ts'

const SETTINGS = { defaultNamespaces: null, fallbackNamespaces: [] }

function use(key: string): CodeUse {
  const place = { path: 'a.ts', line: 1, column: 1 }
  return { ...place, kind: 'key', key, namespaces: null, hasContext: false, isOptional: false }
}

onBoth('uses in code', (open) => {
  let database: TestDatabase
  let store: Store
  let projectId: number

  beforeEach(async () => {
    database = await open()
    store = database.store
    projectId = (await sampleProject(store, ['de'])).id
    const texts = { a: 'A', b: 'B', c: 'See $t(d)', d: 'D', e: 'E', f: 'F' }
    const keys = Object.entries(texts).map(([name, en]) => newKey('app', name, { en, de: `$t(${name})` }))
    await applied(store, projectId, keys)
  })
  afterEach(() => database.remove())

  const idOf = async (r: Reader, name: string) =>
    (await keyByIdentity(r, projectId, { namespace: 'app', name, plural: 'none' }))?.id ?? 0
  const idsOf = (...names: readonly string[]) =>
    store.read((r) => Promise.all(names.map((name) => idOf(r, name))))
  const uses = [use('a'), use('gone'), use('gone.too')]
  const compare = (limit?: number) =>
    store.read((r) => compareCodeUses(r, { projectId, uses, settings: SETTINGS }, limit))

  test('are compared in parts, between which others work, with the same result', async () => {
    const whole = await compare()
    expect(whole).toMatchObject({ unused: await idsOf('b', 'c', 'e', 'f'), missing: uses.slice(1) })
    for (const [limit, parts] of [
      [1, 12],
      [2, 6],
      [5, 2],
    ] as const) {
      const { result, turns } = await countTurns(() => compare(limit))
      expect(result).toEqual(whole)
      expect(turns).toBeGreaterThanOrEqual(parts)
    }
  })

  test('say nothing of keys that were changed or removed while they were compared', async () => {
    const compared = await compare()
    const [b, c, e] = await idsOf('b', 'c', 'e')
    await applied(store, projectId, [
      { kind: 'remove-key', keyId: b ?? 0 },
      { kind: 'edit-key', keyId: c ?? 0, fields: { name: 'renamed' } },
      newKey('app', 'gone', { en: 'Here' }),
    ])
    const scan = { revision: 'c0ffee', permalink: null, settings: SETTINGS, files: 1, at: AT, by: MARA.actor }
    const counts = await store.write((w) => replaceCodeUses(w, { projectId, scan, uses, compared }))
    expect(counts).toEqual({ unused: 2, missing: 2 })
    const { unused, missing } = await store.read((r) => codeCounts(r, projectId))
    expect([unused, missing.map(({ key }) => key)]).toEqual([2, ['gone.too']])
    const rows = await store.read((r) =>
      r.db.selectFrom('unused_key').select('key_id').orderBy('key_id').execute(),
    )
    expect(rows.map(({ key_id }) => Number(key_id))).toEqual([e, (await idsOf('f'))[0]])
  })
})
