import { CompiledQuery } from 'kysely'
import type { Store } from '../src/index.ts'
import { recordStatements } from './record-statements.ts'

/**
 * Does `work` on SQLite, and returns each step of the plans of the queries of a table that it made. Other queries are
 * left out: those of the background can come at the same time.
 */
export async function queryPlansOf(
  store: Store,
  table: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const recorded = recordStatements()
  await work().finally(recorded.stop)
  const queries = [...new Set(recorded.texts)].filter(
    (text) => /^\s*(?:select|with|delete)\b/i.test(text) && new RegExp(`\\b${table}\\b`).test(text),
  )
  return store.read(async ({ db }) => {
    const steps: string[] = []
    for (const query of queries) {
      const parameters = Array.from(query.matchAll(/\?/g), () => null)
      const plan = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${query}`, parameters),
      )
      steps.push(...plan.rows.map(({ detail }) => detail))
    }
    return steps
  })
}
