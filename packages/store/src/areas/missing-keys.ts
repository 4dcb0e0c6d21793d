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
  w: Writer,
  {
    projectId,
    keys,
    at,
  }: { readonly projectId: number; readonly keys: readonly NotedKey[]; readonly at: string },
): Promise<void> {
  const { count: there } = await w.db
    .selectFrom('missing_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  let room = LIMITS.missingKeysMax - Number(there)
  for (const key of keys) {
    const place = { projectId, namespace: key.namespace, lookup: lookupOf('none', key.name) }
    let known = await languagesOf(w, place)
    if (known === null) {
      if (room-- <= 0) continue
      if (await addKey(w, place, { key, at })) continue
      // Another process has just added it.
      known = await languagesOf(w, place)
    }
    await countKey(w, place, { key, at, known: known ?? [] })
  }
}

type Place = { readonly projectId: number; readonly namespace: string; readonly lookup: number }
type Noted = { readonly key: NotedKey; readonly at: string }

/** Returns the languages that a key was requested in; null: it is not recorded. */
async function languagesOf({ db }: Reader, place: Place): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('missing_key')
    .select('languages')
    .where('project_id', '=', place.projectId)
    .where('namespace', '=', place.namespace)
    .where('lookup', '=', place.lookup)
    .executeTakeFirst()
  return row === undefined ? null : parseJson<readonly string[]>(row.languages)
}

/** Records a key, and returns false if it is recorded already. */
async function addKey({ db }: Writer, place: Place, { key, at }: Noted): Promise<boolean> {
  const added = await db
    .insertInto('missing_key')
    .values({
      project_id: place.projectId,
      namespace: place.namespace,
      lookup: place.lookup,
      name: storedName(key.name),
      count: key.count,
      text: sanitizeForStorage(key.text),
      languages: JSON.stringify(key.languages.slice(0, LANGUAGES_MAX)),
      first_at: at,
      last_at: at,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'namespace', 'lookup']).doNothing())
    .returning('lookup')
    .executeTakeFirst()
  return added !== undefined
}

async function countKey(
  { db }: Writer,
  place: Place,
  { key, at, known }: Noted & { readonly known: readonly string[] },
): Promise<void> {
  const languages = [...new Set([...known, ...key.languages])].slice(0, LANGUAGES_MAX)
  await db
    .updateTable('missing_key')
    .set({
      count: sql`count + ${key.count}`,
      last_at: at,
      languages: JSON.stringify(languages),
      ...(key.text === '' ? {} : { text: sanitizeForStorage(key.text) }),
    })
    .where('project_id', '=', place.projectId)
    .where('namespace', '=', place.namespace)
    .where('lookup', '=', place.lookup)
    .execute()
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
