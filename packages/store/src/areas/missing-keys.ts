import { LIMITS } from '@dragoman/core'
import { sql } from 'kysely'
import { lookupOf, parseJson, sanitizeForStorage, shownName, storedName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'

/** A key that apps requested and did not find. */
export type MissingKeyRow = {
  readonly namespace: string
  readonly name: string
  /** What the app shows instead; empty: only the key. */
  readonly text: string
  readonly languages: readonly string[]
  /** How often it was requested, as far as apps reported it. */
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
}

export type NotedKey = Pick<MissingKeyRow, 'namespace' | 'name' | 'text' | 'languages' | 'count'>

/** Languages recorded per key: anyone can make some up. */
const LANGUAGES_MAX = 50

/**
 * Records that apps requested keys. If a project has reached its maximum, only keys that are already recorded
 * are counted. Existing keys are recorded too: `listMissingKeys` leaves them out.
 */
export async function noteMissingKeys(
  { db }: Writer,
  {
    projectId,
    keys,
    at,
  }: { readonly projectId: number; readonly keys: readonly NotedKey[]; readonly at: string },
): Promise<void> {
  const { count: there } = await db
    .selectFrom('missing_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  let room = LIMITS.missingKeysMax - Number(there)
  for (const { namespace, name, text, languages, count } of keys) {
    const lookup = lookupOf('none', name)
    const known = await db
      .selectFrom('missing_key')
      .select('languages')
      .where('project_id', '=', projectId)
      .where('namespace', '=', namespace)
      .where('lookup', '=', lookup)
      .executeTakeFirst()
    if (known === undefined) {
      if (room-- <= 0) continue
      const row = { project_id: projectId, namespace, lookup, name: storedName(name), count }
      await db
        .insertInto('missing_key')
        .values({
          ...row,
          text: sanitizeForStorage(text),
          languages: JSON.stringify(languages.slice(0, LANGUAGES_MAX)),
          first_at: at,
          last_at: at,
        })
        .execute()
      continue
    }
    const all = [...new Set([...parseJson<readonly string[]>(known.languages), ...languages])]
    await db
      .updateTable('missing_key')
      .set({
        count: sql`count + ${count}`,
        last_at: at,
        languages: JSON.stringify(all.slice(0, LANGUAGES_MAX)),
        ...(text === '' ? {} : { text: sanitizeForStorage(text) }),
      })
      .where('project_id', '=', projectId)
      .where('namespace', '=', namespace)
      .where('lookup', '=', lookup)
      .execute()
  }
}

/** Returns missing keys, without those that were added since; the most requested first. */
export async function listMissingKeys({ db }: Reader, projectId: number): Promise<readonly MissingKeyRow[]> {
  const { rows } = await sql<{
    namespace: string
    name: string
    text: string
    languages: string
    count: number
    first_at: string
    last_at: string
  }>`
    select m.namespace, m.name, m.text, m.languages, m.count, m.first_at, m.last_at from missing_key m
    where m.project_id = ${projectId} and not exists (
      select 1 from "key" k join namespace n on n.id = k.namespace_id
      where k.project_id = m.project_id and n.name = m.namespace and k.name = m.name)
    order by m.count desc, m.namespace, m.name`.execute(db)
  return rows.map((row) => ({
    namespace: row.namespace,
    name: shownName(row.name),
    text: row.text,
    languages: parseJson(row.languages),
    count: Number(row.count),
    firstAt: row.first_at,
    lastAt: row.last_at,
  }))
}

/** Removes keys from the list; apps that request them again bring them back. Null: all of them. */
export async function forgetMissingKeys(
  { db }: Writer,
  projectId: number,
  keys: readonly { readonly namespace: string; readonly name: string }[] | null,
): Promise<void> {
  if (keys === null) {
    await db.deleteFrom('missing_key').where('project_id', '=', projectId).execute()
    return
  }
  for (const { namespace, name } of keys)
    await db
      .deleteFrom('missing_key')
      .where('project_id', '=', projectId)
      .where('namespace', '=', namespace)
      .where('lookup', '=', lookupOf('none', name))
      .execute()
}
