import { append, namesInCode, PLURAL_KINDS } from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'
import { lookupOf, shownName, storedName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { KeyRow } from '../types.ts'
import { aliasesIn } from './served-names.ts'

/** A file that was loaded. */
type ServedLocation = {
  readonly projectId: number
  readonly channel: string
  readonly language: string
  readonly namespace: string
}

/** Rows per statement. */
const CHUNK = 200

/** Records that files were loaded on a day (UTC, `2026-11-24`); those of removed projects are left out. */
export async function noteServedFiles(
  { db, dialect }: Writer,
  { day, files }: { readonly day: string; readonly files: readonly ServedLocation[] },
): Promise<void> {
  if (files.length === 0) return
  const projects = await db
    .selectFrom('project')
    .select('id')
    .where(dialect.inIds(sql.ref('id'), [...new Set(files.map(({ projectId }) => projectId))]))
    .execute()
  const known = new Set(projects.map(({ id }) => id))
  const rows = files
    .filter(({ projectId }) => known.has(projectId))
    .map(({ projectId, channel, namespace, language }) => {
      return { project_id: projectId, channel, namespace, language, since: day, last_on: day }
    })
  for (let at = 0; at < rows.length; at += CHUNK)
    await db
      .insertInto('served_file')
      .values(rows.slice(at, at + CHUNK))
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'channel', 'namespace', 'language'])
          .doUpdateSet({ last_on: sql<string>`excluded.last_on` })
          .where('served_file.last_on', '<', sql<string>`excluded.last_on`),
      )
      .execute()
}

/** Days without a report after which reporting counts as interrupted. */
const GAP_DAYS = 7

/**
 * Records that apps looked up keys of a namespace on a day, by the requested names: of a key, with or without
 * plural and context suffixes, or of an alias. Names without a key are left out.
 */
export async function noteUsedKeys(
  w: Writer,
  {
    projectId,
    namespace,
    names,
    day,
  }: {
    readonly projectId: number
    readonly namespace: string
    readonly names: readonly string[]
    readonly day: string
  },
): Promise<void> {
  const { db } = w
  const place = await db
    .selectFrom('namespace')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', namespace)
    .executeTakeFirst()
  if (place === undefined) return
  const used = await usedNames(w, { projectId, namespace, namespaceId: place.id }, names)
  if (used.length === 0) return
  for (let at = 0; at < used.length; at += CHUNK)
    await db
      .insertInto('used_key')
      .values(
        used.slice(at, at + CHUNK).map(({ keyId, name }) => ({
          key_id: keyId,
          lookup: lookupOf('none', name),
          project_id: projectId,
          name: storedName(name),
          last_on: day,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'lookup'])
          .doUpdateSet({ last_on: sql<string>`excluded.last_on` })
          .where('used_key.last_on', '<', sql<string>`excluded.last_on`),
      )
      .execute()
  const unbroken = daysBefore(day, GAP_DAYS)
  await db
    .insertInto('used_namespace')
    .values({ project_id: projectId, namespace, since: day, last_on: day })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'namespace'])
        .doUpdateSet({
          since: sql<string>`case when used_namespace.last_on < ${unbroken} then excluded.since else used_namespace.since end`,
          last_on: sql<string>`excluded.last_on`,
        })
        .where('used_namespace.last_on', '<', sql<string>`excluded.last_on`),
    )
    .execute()
}

type UsedName = { readonly keyId: number; readonly name: string }

/** Returns the keys of a namespace that the names refer to, with the matching name of the key or alias. */
async function usedNames(
  r: Reader,
  {
    projectId,
    namespace,
    namespaceId,
  }: { readonly projectId: number; readonly namespace: string; readonly namespaceId: number },
  names: readonly string[],
): Promise<readonly UsedName[]> {
  const { db, dialect } = r
  const asked = names.map((name) => namesInCode(name).map((one) => one.name))
  const lookups = new Set(
    asked.flat().flatMap((name) => PLURAL_KINDS.map((plural) => lookupOf(plural, name))),
  )
  const keys = await db
    .selectFrom('key')
    .select(['id', 'name'])
    .where('namespace_id', '=', namespaceId)
    .where(dialect.inIds(sql.ref('lookup'), [...lookups]))
    .execute()
  const aliases = await aliasesIn(r, projectId, [namespace])
  const byName = new Map<string, number[]>()
  const add = (name: string, keyId: number) => append(byName, name, keyId)
  for (const { id, name } of keys) add(shownName(name), id)
  const own = new Set(byName.keys())
  // A key with that name takes precedence over a key with that alias, because it is the one that was served.
  for (const { keyId, alias } of aliases)
    if (!own.has(alias.name) && !byName.has(alias.name)) add(alias.name, keyId)
  const used = new Map<string, UsedName>()
  for (const candidates of asked) {
    const name = candidates.find((one) => byName.has(one))
    for (const keyId of (name !== undefined && byName.get(name)) || [])
      used.set(`${keyId} ${name}`, { keyId, name: name ?? '' })
  }
  return [...used.values()]
}

/** What is known about when a key was served. Days are in UTC. */
type ServedKey = {
  /** Files with the key, the last loaded first. */
  readonly files: readonly Pick<FileDays, 'channel' | 'language' | 'lastOn'>[]
  /** The first day on which any file of the project was loaded; null: none was. */
  readonly countedSince: string | null
  /** Since when apps report the used keys of the namespace, and when they last did; null: they do not. */
  readonly reports: { readonly since: string; readonly lastOn: string } | null
  /** When an app last reported the key, by the requested name. */
  readonly usedOn: ReadonlyMap<string, string>
}

type FileDays = { readonly channel: string; readonly language: string; readonly lastOn: string }

export async function servedKey(
  { db }: Reader,
  projectId: number,
  key: Pick<KeyRow, 'id' | 'namespace'>,
): Promise<ServedKey> {
  const files = await db
    .selectFrom('served_file')
    .select(['channel', 'language', 'last_on as lastOn'])
    .where('project_id', '=', projectId)
    .where('namespace', '=', key.namespace)
    .orderBy('last_on', 'desc')
    .orderBy('channel')
    .orderBy('language')
    .execute()
  const counted = await db
    .selectFrom('served_file')
    .select(({ fn }) => fn.min('since').as('since'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const reports = await db
    .selectFrom('used_namespace')
    .select(['since', 'last_on as lastOn'])
    .where('project_id', '=', projectId)
    .where('namespace', '=', key.namespace)
    .executeTakeFirst()
  const used = await db
    .selectFrom('used_key')
    .select(['name', 'last_on'])
    .where('key_id', '=', key.id)
    .where('project_id', '=', projectId)
    .execute()
  return {
    files,
    countedSince: counted?.since ?? null,
    reports: reports ?? null,
    usedOn: new Map(used.map(({ name, last_on }) => [shownName(name), last_on])),
  }
}

/** Returns keys of the same namespace that have one of these names themselves, by name. */
export async function keysNamed(
  { db, dialect }: Reader,
  key: Pick<KeyRow, 'id'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const lookups = names.flatMap((name) => PLURAL_KINDS.map((plural) => lookupOf(plural, name)))
  const rows = await db
    .selectFrom('key')
    .select(['id', 'name'])
    .where('namespace_id', '=', ({ selectFrom }) =>
      selectFrom('key').select('namespace_id').where('id', '=', key.id),
    )
    .where(dialect.inIds(sql.ref('lookup'), lookups))
    .execute()
  return new Map(rows.map(({ id, name }) => [shownName(name), id]))
}

/** Which keys have been served since a day, as far as known, by ids of namespaces. */
export type ServedNamespaces = {
  readonly day: string
  /** Apps report which of their keys they use, and already did on that day. */
  readonly reporting: readonly number[]
  /** Of the others: a file with their keys was loaded since. */
  readonly loaded: readonly number[]
  /**
   * No such file was loaded, although files of the project have been counted for at least as long and others
   * were loaded.
   */
  readonly notLoaded: readonly number[]
}

export async function servedNamespaces(
  { db }: Reader,
  projectId: number,
  day: string,
): Promise<ServedNamespaces> {
  const namespaces = await db
    .selectFrom('namespace')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  const reports = await db
    .selectFrom('used_namespace')
    .select('namespace')
    .where('project_id', '=', projectId)
    .where('since', '<=', day)
    .where('last_on', '>=', day)
    .execute()
  const files = await db
    .selectFrom('served_file')
    .select(({ fn }) => ['namespace', fn.min('since').as('since'), fn.max('last_on').as('last_on')])
    .where('project_id', '=', projectId)
    .groupBy('namespace')
    .execute()
  const reported = new Set(reports.map(({ namespace }) => namespace))
  const isCounted = files.some(({ since }) => since <= day) && files.some(({ last_on }) => last_on >= day)
  const loadedSince = new Set(files.flatMap(({ namespace, last_on }) => (last_on >= day ? [namespace] : [])))
  const idsOf = (fits: (name: string) => boolean) =>
    namespaces.flatMap(({ id, name }) => (fits(name) ? [id] : []))
  return {
    day,
    reporting: idsOf((name) => reported.has(name)),
    loaded: idsOf((name) => !reported.has(name) && loadedSince.has(name)),
    notLoaded: idsOf((name) => isCounted && !reported.has(name) && !loadedSince.has(name)),
  }
}

/** Returns SQL for the keys of a project that apps have reported as used since a day. */
export function keysUsedSince(projectId: number, day: string): RawBuilder<unknown> {
  return sql`select u.key_id from used_key u where u.project_id = ${projectId} and u.last_on >= ${day}`
}

/** Returns the day that is a number of days before another, `2026-11-24`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}
