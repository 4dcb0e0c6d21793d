import { setImmediate } from 'node:timers/promises'
import {
  type CodeCoverage,
  type CodeSettings,
  type CodeUse,
  type CoverageRequest,
  compareInSteps,
  FORM_NAMES,
  type Forms,
  type KeyAlias,
  nestedKeys,
} from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, shownName } from '../rows.ts'
import type { Reader } from '../store.ts'
import { idRange } from '../tables.ts'
import { projectById } from './projects.ts'

/** What a comparison of uses with the keys of a project has found. */
export type ComparedUses = {
  /** Ids of keys that have no use. */
  readonly unused: readonly number[]
  /** Uses of keys that the project does not have. */
  readonly missing: readonly CodeUse[]
  /** The project before its keys were read. */
  readonly revision: number
}

/** Rows that are read, and keys or uses that are compared, before other work gets its turn. */
const ROWS = 5000

/**
 * Compares uses with the keys of a project. In a large project this takes long, so it comes before the transaction, and
 * reads and compares in parts of `limit` rows, between which others get their turn.
 */
export async function compareCodeUses(
  r: Reader,
  {
    projectId,
    uses,
    settings,
  }: { readonly projectId: number; readonly uses: readonly CodeUse[]; readonly settings: CodeSettings },
  limit = ROWS,
): Promise<ComparedUses> {
  const project = await projectById(r, projectId)
  const keys = await namedKeys(r, projectId, limit)
  const nested = await nestedNames(r, projectId, limit)
  const { unused, missing } = await compareInTurns({ keys, uses, settings, nested }, limit)
  // A key is used if the code uses one of its aliases.
  const used = new Set(keys)
  for (const name of unused) used.delete(name)
  const usedIds = new Set([...used].map(({ id }) => id))
  const unusedIds = new Set(unused.map(({ id }) => id))
  return {
    unused: [...unusedIds].filter((id) => !usedIds.has(id)),
    missing,
    revision: project?.revision ?? 0,
  }
}

/** Returns the uses of keys that the project does not have now; reads and compares in parts too. */
export async function missingUses(
  r: Reader,
  projectId: number,
  { uses, settings }: Pick<CoverageRequest<NamedKeyRow>, 'uses' | 'settings'>,
): Promise<readonly CodeUse[]> {
  const keys = await namedKeys(r, projectId, ROWS)
  return (await compareInTurns({ keys, uses, settings, nested: new Set() }, ROWS)).missing
}

/** Compares in steps, between which others get their turn. */
async function compareInTurns(
  request: CoverageRequest<NamedKeyRow>,
  size: number,
): Promise<CodeCoverage<NamedKeyRow>> {
  const steps = compareInSteps(request, size)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

type NamedKeyRow = { readonly id: number; readonly name: string; readonly namespace: string }

/** Returns each key by its name, and again by each alias; reads `limit` keys at a time. */
async function namedKeys({ db }: Reader, projectId: number, limit: number): Promise<readonly NamedKeyRow[]> {
  const keys: NamedKeyRow[] = []
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('key')
      .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
      .select(['key.id', 'key.name', 'key.aliases', 'key.position', 'namespace.name as namespace'])
      .where('key.project_id', '=', projectId)
      .where('key.position', '>', after)
      .orderBy('key.position')
      .limit(limit)
      .execute()
    for (const { id, name, aliases, namespace } of rows) {
      const own = { id: Number(id), name: shownName(name), namespace }
      keys.push(own)
      if (aliases !== '[]')
        for (const alias of parseJson<readonly KeyAlias[]>(aliases)) keys.push({ ...own, name: alias.name })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return keys
    after = Number(last.position)
    await setImmediate()
  }
}

/** Returns the names that texts of the source language refer to; reads `limit` texts at a time. */
async function nestedNames({ db }: Reader, projectId: number, limit: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const language = await sql<{ id: number }>`
    select l.id from language l join project p on p.id = l.project_id and p.source_language = l.tag
    where p.id = ${projectId}`.execute(db)
  const [start, end] = idRange(Number(language.rows[0]?.id ?? 0))
  for (let after = start - 1; ; ) {
    const { rows } = await sql<{ id: number; forms: string | null }>`
      select id, case when forms like ${'%$t(%'} or forms like ${'%@%:%'} then forms end as forms
      from translation where id > ${after} and id < ${end} order by id limit ${limit}`.execute(db)
    for (const { forms } of rows) {
      const found = forms === null ? {} : parseJson<Forms>(forms)
      for (const form of FORM_NAMES) for (const name of nestedKeys(found[form] ?? '')) names.add(name)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return names
    after = Number(last.id)
    await setImmediate()
  }
}
