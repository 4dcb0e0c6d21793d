import type { FileLimits, TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { Reader } from '../store.ts'
import { isImported } from './imported-parts.ts'

type LimitsRow = { readonly namespace: string; readonly language: string; readonly limits: string }

/**
 * Returns the limits of the project's files, for these namespaces or all. If no connected file has the
 * namespace, the last uploaded file of each language counts whose import is not undone.
 */
export async function listTextLimits(
  { db }: Reader,
  projectId: number,
  namespaces?: readonly string[],
): Promise<readonly FileLimits[]> {
  if (namespaces?.length === 0) return []
  const within = namespaces === undefined ? sql`` : sql`and namespace in (${sql.join(namespaces)})`
  const { rows } = await sql<LimitsRow>`
    select namespace, language, limits, 0 as uploaded, id from file
      where project_id = ${projectId} and limits is not null ${within}
    union all
    select namespace, language, limits, 1 as uploaded, file_id as id from uploaded_part p
      where project_id = ${projectId} and limits is not null ${within}
      and not exists (select 1 from file f where f.project_id = p.project_id and f.namespace = p.namespace)
      and ${isImported('p')}
      and not exists (select 1 from uploaded_part later where later.project_id = p.project_id and later.namespace = p.namespace
        and later.language = p.language and later.file_id > p.file_id and ${isImported('later')})
    order by uploaded, id`.execute(db)
  const found = new Map<string, FileLimits>()
  for (const { namespace, language, limits } of rows) {
    const place = `${namespace} ${language}`
    if (!found.has(place)) found.set(place, { namespace, language, limits: limitsFrom(limits) })
  }
  return [...found.values()]
}

/**
 * Parses the limits of a row. Files of one format nearly always have the same limits: these share one object.
 */
const known = new Map<string, TextLimits>()
const MOST_KNOWN = 200

export function limitsFrom(json: string): TextLimits {
  const there = known.get(json)
  if (there !== undefined) return there
  if (known.size >= MOST_KNOWN) known.clear()
  const limits = parseJson<TextLimits>(json)
  known.set(json, limits)
  return limits
}
