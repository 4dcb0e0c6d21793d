import {
  type CodeSettings,
  type CodeUse,
  compareWithCode,
  FORM_NAMES,
  type Forms,
  type KeyAlias,
  namesInCode,
  nestedKeys,
  type RecordedActor,
  usesOfKey,
} from '@dragoman/core'
import { sql } from 'kysely'
import { lookupOf, parseJson, recordedActor, sanitizeForStorage, shownName } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { KeyRow } from '../types.ts'

/** What a program found in the code of an app, at one commit. */
export type CodeScanRow = {
  readonly revision: string
  /** URL of a line with `{commit}`, `{path}` and `{line}`; null: not known. */
  readonly permalink: string | null
  readonly settings: CodeSettings
  /** How many files were read. */
  readonly files: number
  readonly at: string
  readonly by: RecordedActor
}

export type CodeUsesRequest = {
  readonly projectId: number
  readonly scan: CodeScanRow
  readonly uses: readonly CodeUse[]
}

/** A use whose key is in none of the namespaces where the app would look. */
export type MissingUse = Pick<CodeUse, 'key' | 'namespaces' | 'path' | 'line' | 'column'>

const KINDS = { key: 0, prefix: 1, mention: 2 } as const
const KIND_NAMES = ['key', 'prefix', 'mention'] as const
/** Rows per statement. */
const CHUNK = 500

/** Replaces the stored uses with those of a commit. Returns how many keys are unused and missing. */
export async function replaceCodeUses(
  w: Writer,
  { projectId, scan, uses }: CodeUsesRequest,
): Promise<{ readonly unused: number; readonly missing: number }> {
  const { db } = w
  const keys = await namedKeys(w, projectId)
  const nested = await nestedNames(w, projectId)
  const { unused: unusedNames, missing } = compareWithCode({ keys, uses, settings: scan.settings, nested })
  // A key is used if the code uses one of its aliases.
  const used = new Set(keys)
  for (const name of unusedNames) used.delete(name)
  const usedIds = new Set([...used].map(({ id }) => id))
  const unused = [...new Set(unusedNames.map(({ id }) => id))].filter((id) => !usedIds.has(id))
  const isMissing = new Set(missing)
  await db.deleteFrom('code_use').where('project_id', '=', projectId).execute()
  await db.deleteFrom('unused_key').where('project_id', '=', projectId).execute()
  await db.deleteFrom('code_scan').where('project_id', '=', projectId).execute()
  const { revision, permalink, settings, files, at, by } = scan
  await db
    .insertInto('code_scan')
    .values({
      project_id: projectId,
      revision,
      permalink,
      settings: JSON.stringify(settings),
      files,
      at,
      by_id: by.id,
      by_label: by.name,
    })
    .execute()
  // A mention helps to decide which keys are unused, but is not shown as a use.
  const rows = uses
    .filter(({ kind }) => kind !== 'mention')
    .map((use, place) => useRow(use, { projectId, place, isMissing: isMissing.has(use) }))
  for (let at = 0; at < rows.length; at += CHUNK)
    await db
      .insertInto('code_use')
      .values(rows.slice(at, at + CHUNK))
      .execute()
  for (let at = 0; at < unused.length; at += CHUNK)
    await db
      .insertInto('unused_key')
      .values(unused.slice(at, at + CHUNK).map((id) => ({ key_id: id, project_id: projectId })))
      .execute()
  w.emit({ kind: 'files.changed', projectId, payload: {} })
  return { unused: unused.length, missing: new Set(missing.map(nameOfUse)).size }
}

/** Returns the last scan; null: there was none. */
export async function findCodeScan({ db }: Reader, projectId: number): Promise<CodeScanRow | null> {
  const row = await db
    .selectFrom('code_scan')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { revision, permalink, settings, files, at, by_id, by_label } = row
  return {
    revision,
    permalink,
    settings: parseJson<CodeSettings>(settings),
    files,
    at,
    by: recordedActor(by_id, by_label),
  }
}

/**
 * Returns the uses of one key in the last scan, including those of its aliases; uses that name it come first.
 * At most `limit`.
 */
export async function usesOfOneKey(
  r: Reader,
  {
    projectId,
    key,
    settings,
    limit,
  }: {
    readonly projectId: number
    readonly key: Pick<KeyRow, 'name' | 'namespace' | 'aliases'>
    readonly settings: CodeSettings
    readonly limit: number
  },
): Promise<{ readonly uses: readonly CodeUse[]; readonly total: number }> {
  const names = [key.name, ...key.aliases.map(({ name }) => name)]
  const lookups = names.flatMap((one) => namesInCode(one)).map(({ name }) => lookupOf('none', name))
  const rows = await r.db
    .selectFrom('code_use')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([
        where.and([where('kind', '=', KINDS.key), where('lookup', 'in', lookups)]),
        where('kind', '=', KINDS.prefix),
      ]),
    )
    .orderBy('place')
    .execute()
  const namespaces = await r.db
    .selectFrom('namespace')
    .select('name')
    .where('project_id', '=', projectId)
    .execute()
  const all = {
    uses: rows.map(useOf),
    namespaces: new Set(namespaces.map(({ name }) => name)),
    settings,
  }
  const found = names.map((name) => usesOfKey({ name, namespace: key.namespace }, all))
  const isBegun = ({ kind }: CodeUse) => kind === 'prefix'
  const uses = [
    ...new Set([...found.flatMap((some) => some.filter((use) => !isBegun(use))), ...found.flat()]),
  ]
  return { uses: uses.slice(0, limit), total: uses.length }
}

/**
 * Returns the keys that the code uses and the project still lacks, each once, and how many keys are unused.
 */
export async function codeCounts(
  r: Reader,
  projectId: number,
): Promise<{ readonly unused: number; readonly uses: number; readonly missing: readonly MissingUse[] }> {
  const { rows } = await sql<{ unused: number; uses: number }>`
    select (select count(*) from unused_key u join "key" k on k.id = u.key_id where u.project_id = ${projectId}) as unused,
      (select count(*) from code_use where project_id = ${projectId}) as uses`.execute(r.db)
  const missing = await r.db
    .selectFrom('code_use')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('is_missing', '=', 1)
    .orderBy('place')
    .execute()
  const uses = missing.map(useOf)
  const scan = uses.length === 0 ? null : await findCodeScan(r, projectId)
  // Keys that were added since are no longer missing.
  const still =
    scan === null
      ? []
      : compareWithCode({
          keys: await namedKeys(r, projectId),
          uses,
          settings: scan.settings,
          nested: new Set<string>(),
        }).missing
  return {
    unused: Number(rows[0]?.unused ?? 0),
    uses: Number(rows[0]?.uses ?? 0),
    missing: firstOfEach(still),
  }
}

function firstOfEach(uses: readonly CodeUse[]): readonly CodeUse[] {
  const first = new Map<string, CodeUse>()
  for (const use of uses) if (!first.has(nameOfUse(use))) first.set(nameOfUse(use), use)
  return [...first.values()]
}

function nameOfUse({ namespaces, key }: Pick<CodeUse, 'namespaces' | 'key'>): string {
  return JSON.stringify([namespaces, key])
}

function useRow(
  use: CodeUse,
  { projectId, place, isMissing }: { projectId: number; place: number; isMissing: boolean },
): Tables['code_use'] {
  return {
    project_id: projectId,
    place,
    lookup: lookupOf('none', use.key),
    kind: KINDS[use.kind],
    key: sanitizeForStorage(use.key),
    namespaces: use.namespaces === null ? null : JSON.stringify(use.namespaces),
    has_context: use.hasContext ? 1 : 0,
    is_missing: isMissing ? 1 : 0,
    path: sanitizeForStorage(use.path),
    line: use.line,
    col: use.column,
  }
}

function useOf(row: Tables['code_use']): CodeUse {
  return {
    path: row.path,
    line: Number(row.line),
    column: Number(row.col),
    kind: KIND_NAMES[Number(row.kind)] ?? 'key',
    key: row.key,
    namespaces: row.namespaces === null ? null : parseJson<readonly string[]>(row.namespaces),
    hasContext: Number(row.has_context) === 1,
    isOptional: false,
  }
}

/** Returns each key by its name, and again by each alias. */
async function namedKeys({ db }: Reader, projectId: number) {
  const rows = await db
    .selectFrom('key')
    .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
    .select(['key.id', 'key.name', 'key.aliases', 'namespace.name as namespace'])
    .where('key.project_id', '=', projectId)
    .execute()
  return rows.flatMap(({ id, name, aliases, namespace }) => {
    const own = { id: Number(id), name: shownName(name), namespace }
    if (aliases === '[]') return [own]
    return [own, ...parseJson<readonly KeyAlias[]>(aliases).map((alias) => ({ ...own, name: alias.name }))]
  })
}

/** Returns the names that texts of the source language refer to. */
async function nestedNames({ db }: Reader, projectId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ forms: string }>`
    select t.forms from translation t
    join language l on l.id = t.language_id join project p on p.id = l.project_id and p.source_language = l.tag
    where p.id = ${projectId} and (t.forms like ${'%$t(%'} or t.forms like ${'%@%:%'})`.execute(db)
  return new Set(
    rows.flatMap((row) => {
      const forms = parseJson<Forms>(row.forms)
      return FORM_NAMES.flatMap((form) => nestedKeys(forms[form] ?? ''))
    }),
  )
}
