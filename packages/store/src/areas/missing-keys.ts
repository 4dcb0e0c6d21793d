import { FORM_NAMES, groupBy, LIMITS, PLURAL_KINDS, type PluralKind, suffixOf } from '@dragoman/core'
import { sql } from 'kysely'
import { lookupOf, parseJson, sanitizeForStorage, shownName, storedName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { aliasesIn } from './served-names.ts'

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
 * are counted. Existing keys are recorded too: `listMissingKeys` leaves them out, and they are removed when
 * there is no room for others.
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
  let isCleaned = false
  for (const key of keys) {
    const place = { projectId, namespace: key.namespace, lookup: lookupOf('none', key.name) }
    let known = await languagesOf(w, place)
    if (known === null) {
      if (room <= 0 && !isCleaned) {
        room = await removeExisting(w, projectId)
        isCleaned = true
      }
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

type StoredKey = { readonly namespace: string; readonly lookup: number; readonly name: string }

/** Returns those of the recorded keys that exist, under their own name or an alias, by `placeOf`. */
async function existingPlaces(
  r: Reader,
  projectId: number,
  stored: readonly StoredKey[],
): Promise<ReadonlySet<string>> {
  const { db, dialect } = r
  const byNamespace = groupBy(stored, ({ namespace }) => namespace)
  const aliases = await aliasesIn(r, projectId, [...byNamespace.keys()])
  const found = new Set<string>()
  for (const [namespace, rows] of byNamespace) {
    const asked = rows.map((row) => ({ row, names: identitiesOfName(shownName(row.name)) }))
    const askedNames = new Set(asked.flatMap(({ names }) => names.map(({ name }) => name)))
    const lookups = [...askedNames].flatMap((name) => PLURAL_KINDS.map((plural) => lookupOf(plural, name)))
    const keys = await db
      .selectFrom('key')
      .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
      .select(['key.name', 'key.plural'])
      .where('namespace.project_id', '=', projectId)
      .where('namespace.name', '=', namespace)
      .where(dialect.inIds(sql.ref('key.lookup'), lookups))
      .execute()
    const there = new Set(keys.map(({ name, plural }) => `${plural} ${shownName(name)}`))
    const own = new Set(keys.map(({ name }) => shownName(name)))
    // Not served under the name of another key, which takes precedence.
    for (const { plural, alias } of aliases.filter((one) => one.namespace === namespace))
      if (!own.has(alias.name)) there.add(`${plural} ${alias.name}`)
    for (const { row, names } of asked)
      if (names.some(({ plural, name }) => there.has(`${plural} ${name}`))) found.add(placeOf(row))
  }
  return found
}

type KeyIdentity = { readonly plural: PluralKind; readonly name: string }

/** Returns the keys that apps can mean by a name: those with that name, or with one of their plural forms. */
function identitiesOfName(name: string): readonly KeyIdentity[] {
  const plurals = PLURAL_KINDS.flatMap((plural) =>
    FORM_NAMES.flatMap((form): KeyIdentity[] => {
      const suffix = suffixOf(plural, form)
      return suffix !== '' && name.endsWith(suffix) ? [{ plural, name: name.slice(0, -suffix.length) }] : []
    }),
  )
  return [...PLURAL_KINDS.map((plural) => ({ plural, name })), ...plurals]
}

function placeOf({ namespace, lookup }: Pick<StoredKey, 'namespace' | 'lookup'>): string {
  return `${lookup} ${namespace}`
}

/** Removes recorded keys that exist by now, and returns for how many others there is room. */
async function removeExisting(w: Writer, projectId: number): Promise<number> {
  const stored = await w.db
    .selectFrom('missing_key')
    .select(['namespace', 'lookup', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const existing = await existingPlaces(w, projectId, stored)
  const removed = stored.filter((row) => existing.has(placeOf(row)))
  for (const { namespace, lookup } of removed)
    await w.db
      .deleteFrom('missing_key')
      .where('project_id', '=', projectId)
      .where('namespace', '=', namespace)
      .where('lookup', '=', lookup)
      .execute()
  return LIMITS.missingKeysMax - (stored.length - removed.length)
}

/** Returns missing keys, without those that were added since; the most requested first. */
export async function listMissingKeys(r: Reader, projectId: number): Promise<readonly MissingKeyRow[]> {
  const rows = await r.db
    .selectFrom('missing_key')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('count', 'desc')
    .orderBy('namespace')
    .orderBy('name')
    .execute()
  const existing = await existingPlaces(r, projectId, rows)
  const missing = rows.filter((row) => !existing.has(placeOf(row)))
  return missing.map((row) => ({
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
