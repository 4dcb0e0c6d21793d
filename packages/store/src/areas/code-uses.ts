import { setImmediate } from 'node:timers/promises'
import { type CodeSettings, type CodeUse, namesInCode, type RecordedActor, usesOfKey } from '@dragoman/core'
import { sql } from 'kysely'
import { lookupOf, parseJson, recordedActor, sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { KeyRow } from '../types.ts'
import { type ComparedUses, missingUses } from './compare-code-uses.ts'

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
  /** The uses compared with the keys of the project. */
  readonly compared: ComparedUses
}

/** A use whose key is in none of the namespaces where the app would look. */
export type MissingUse = Pick<CodeUse, 'key' | 'namespaces' | 'path' | 'line' | 'column'>

const KINDS = { key: 0, prefix: 1, mention: 2 } as const
const KIND_NAMES = ['key', 'prefix', 'mention'] as const
/** Rows that are written per statement, before other work gets its turn. */
const CHUNK = 500

/**
 * Replaces the stored uses with those of a commit. Keys that were changed or removed since they were compared do not count
 * as unused. Returns how many keys are unused and missing.
 */
export async function replaceCodeUses(
  w: Writer,
  { projectId, scan, uses, compared }: CodeUsesRequest,
): Promise<{ readonly unused: number; readonly missing: number }> {
  const { db } = w
  await w.dialect.lockProject(db, projectId)
  for (const table of ['code_use', 'unused_key', 'code_scan'] as const)
    await db.deleteFrom(table).where('project_id', '=', projectId).execute()
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
  await addUses(w, projectId, { uses, compared })
  const unused = await addUnused(w, projectId, compared)
  w.emit({ kind: 'files.changed', projectId, payload: { isScan: true } })
  return { unused, missing: new Set(compared.missing.map(nameOfUse)).size }
}

async function addUses(
  { db }: Writer,
  projectId: number,
  { uses, compared }: Pick<CodeUsesRequest, 'uses' | 'compared'>,
): Promise<void> {
  const missing = new Set(compared.missing)
  // A mention helps to decide which keys are unused, but is not shown as a use.
  const shown = uses.filter(({ kind }) => kind !== 'mention')
  for (let from = 0; from < shown.length; from += CHUNK) {
    const rows = shown
      .slice(from, from + CHUNK)
      .map((use, at) => useRow(use, { projectId, place: from + at, isMissing: missing.has(use) }))
    await db.insertInto('code_use').values(rows).execute()
    await setImmediate()
  }
}

/** Returns how many keys were added. */
async function addUnused(
  { db, dialect }: Writer,
  projectId: number,
  { unused, revision }: ComparedUses,
): Promise<number> {
  let added = 0
  for (let from = 0; from < unused.length; from += CHUNK) {
    const { numAffectedRows } = await sql`
      insert into unused_key (key_id, project_id) select id, project_id from "key"
      where ${dialect.inIds(sql.ref('id'), unused.slice(from, from + CHUNK))}
        and project_id = ${projectId} and version <= ${revision}`.execute(db)
    added += Number(numAffectedRows ?? 0)
    await setImmediate()
  }
  return added
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
  const still = scan === null ? [] : await missingUses(r, projectId, { uses, settings: scan.settings })
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
