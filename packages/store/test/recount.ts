import { type Forms, hasText } from '@dragoman/core'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { NO_COUNTS } from '../src/areas/counts.ts'
import type { Counts, Store } from '../src/index.ts'
import { parseJson, stateOf } from '../src/rows.ts'

type CountsRow = Counts & { readonly language_id: number; readonly namespace_id: number }

type Row = {
  readonly language: number
  readonly namespace: number
  readonly forms: string
  readonly source: string
  readonly isSource: number
  readonly state: number
  readonly outdated: number
  readonly failing: number
  readonly sourceless: number
}

/**
 * Expects the counts of each language and namespace of a project to be what counting its texts returns, and each text
 * to know whether its source text is missing.
 */
export async function expectCountsRight(store: Store, projectId: number): Promise<void> {
  const found = new Map<string, { -readonly [Name in keyof Counts]: number }>()
  for (const row of await rowsOf(store, projectId)) {
    const id = `${row.language} ${row.namespace}`
    const counts = found.get(id) ?? { ...NO_COUNTS }
    found.set(id, counts)
    const isEmpty = !hasText(parseJson<Forms>(row.forms))
    const isSourceless = row.isSource === 0 && isEmpty && !hasText(parseJson<Forms>(row.source))
    expect(row.sourceless, `sourceless of ${JSON.stringify(row)}`).toBe(isSourceless ? 1 : 0)
    expect(stateOf(row.state) === 'untranslated').toBe(isEmpty)
    if (isSourceless) counts.sourceless += 1
    else {
      counts.total += 1
      counts[stateOf(row.state)] += 1
      counts.outdated += row.outdated
      counts.failing += row.failing
    }
  }
  const kept = await store.read(
    async ({ db }) =>
      (
        await sql<CountsRow>`select c.* from counts c join language l on l.id = c.language_id
          where l.project_id = ${projectId}`.execute(db)
      ).rows,
  )
  const isUsed = (counts: Counts) => Object.values(counts).some((count) => count !== 0)
  const stored = kept.map(({ language_id, namespace_id, ...counts }): [string, Counts] => [
    `${language_id} ${namespace_id}`,
    counts,
  ])
  expect(new Map(stored.filter(([, counts]) => isUsed(counts)).toSorted())).toEqual(
    new Map([...found].toSorted()),
  )
}

async function rowsOf(store: Store, projectId: number): Promise<readonly Row[]> {
  const { rows } = await store.read(({ db }) =>
    sql<Row>`select t.language_id as language, k.namespace_id as namespace, t.forms, s.forms as source, t.state, t.outdated, t.failing,
        t.sourceless, case when t.language_id = src.id then 1 else 0 end as "isSource"
      from project p join language src on src.project_id = p.id and src.tag = p.source_language
      join language l on l.project_id = p.id
      join "key" k on k.project_id = p.id
      join translation t on t.language_id = l.id and t.key_id = k.id
      join translation s on s.language_id = src.id and s.key_id = k.id
      where p.id = ${projectId}`.execute(db),
  )
  return rows
}
