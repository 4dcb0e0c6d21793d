import type { OperationKind, RecordedActor } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, recordedActor } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { OperationRow } from '../types.ts'

export type OperationFilter = {
  readonly projectId: number
  /** Id of an actor, or the name of one without id. */
  readonly actor?: string
  readonly kind?: OperationKind
  /** Only operations that wrote texts of the language. */
  readonly language?: string
}

/** Returns operations, newest first. */
export async function listOperations(
  r: Reader,
  request: OperationFilter & { readonly limit: number; readonly cursor?: string },
): Promise<{ readonly rows: readonly OperationRow[]; readonly next: string | null }> {
  const rows = await operationsBefore(r, request, Number(request.cursor ?? Number.NaN), request.limit + 1)
  const page = rows.slice(0, request.limit)
  return { rows: page, next: rows.length > request.limit ? String(page.at(-1)?.id) : null }
}

/** Returns whether matching operations can be few among many. */
function isCostly({ actor, kind, language }: OperationFilter): boolean {
  return actor !== undefined || kind !== undefined || language !== undefined
}

/**
 * Returns the newest matching operations below an id. Throws QueryTooCostlyError if too many have to be
 * examined.
 */
function operationsBefore(
  r: Reader,
  filter: OperationFilter,
  before: number,
  limit: number,
): Promise<OperationRow[]> {
  return isCostly(filter)
    ? r.limited((own) => selectBefore(own, filter, before, limit))
    : selectBefore(r, filter, before, limit)
}

async function selectBefore(
  { db, dialect }: Reader,
  filter: OperationFilter,
  before: number,
  limit: number,
): Promise<OperationRow[]> {
  let query = db.selectFrom('operation').selectAll().where('project_id', '=', filter.projectId)
  if (Number.isSafeInteger(before)) query = query.where('id', '<', before)
  if (filter.actor !== undefined)
    query = query.where(sql<boolean>`coalesce(actor_id, actor_label) = ${filter.actor}`)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  // A tag consists of letters, digits and hyphens: none of them is special in `like`.
  if (filter.language !== undefined)
    query = query.where('summary', 'like', `%"languages":[%"${filter.language}"%]%`)
  if (dialect.withinBudget && isCostly(filter)) query = query.where(dialect.withinBudget)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(operationRow)
}

/**
 * Consecutive saves (or undos) of one person in one language, or any other single operation. Newest first,
 * never empty.
 */
export type OperationGroup = readonly OperationRow[]

/** Saves further apart than this are separate groups. */
const GROUP_PAUSE_MS = 30 * 60_000
/** Limits what is undone together. */
const GROUP_AT_MOST = 200
/** Saves in a row are read as far as the next multiple of this number. */
const RUN_AT_MOST = 4000
const CHUNK = 500

/**
 * Returns operations in groups, newest first. A group never continues on the next page. Its oldest operation stays the
 * same while the group grows.
 */
export async function listOperationGroups(
  r: Reader,
  request: OperationFilter & { readonly limit: number; readonly cursor?: string },
): Promise<{ readonly groups: readonly OperationGroup[]; readonly next: string | null }> {
  const { limit } = request
  const groups: OperationGroup[] = []
  let run: OperationRow[] = []
  let before = Number(request.cursor ?? Number.NaN)
  for (;;) {
    const rows = await operationsBefore(r, request, before, CHUNK)
    for (const row of rows) {
      const newer = run.at(-1)
      if (newer === undefined || isGroupedWith(newer, row)) {
        run.push(row)
        continue
      }
      groups.push(...groupsOf(run))
      if (groups.length >= limit) return pageOf(groups, limit, { isLast: false })
      run = [row]
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK)
      return pageOf([...groups, ...groupsOf(run)], limit, { isLast: true })
    before = last.id
  }
}

function pageOf(groups: readonly OperationGroup[], limit: number, { isLast }: { readonly isLast: boolean }) {
  const page = groups.slice(0, limit)
  const isWhole = isLast && page.length === groups.length
  return { groups: page, next: isWhole ? null : String(page.at(-1)?.at(-1)?.id) }
}

/** Counts from the oldest operation, so that another one changes only the newest group. */
function groupsOf(run: readonly OperationRow[]): readonly OperationGroup[] {
  const groups: OperationGroup[] = []
  for (let end = run.length; end > 0; end -= GROUP_AT_MOST)
    groups.unshift(run.slice(Math.max(0, end - GROUP_AT_MOST), end))
  return groups
}

/** Whether an operation is grouped with the one after it. */
function isGroupedWith(newer: OperationRow, row: OperationRow): boolean {
  const [language] = row.summary.languages
  return (
    isOneText(row) &&
    isOneText(newer) &&
    row.kind === newer.kind &&
    isApproval(row) === isApproval(newer) &&
    isSameActor(row.actor, newer.actor) &&
    language === newer.summary.languages[0] &&
    (row.undoneBy === null) === (newer.undoneBy === null) &&
    Math.floor(row.id / RUN_AT_MOST) === Math.floor(newer.id / RUN_AT_MOST) &&
    Date.parse(newer.at) - Date.parse(row.at) <= GROUP_PAUSE_MS
  )
}

/** Nothing was written: a text was only approved. */
function isApproval({ summary }: OperationRow): boolean {
  return (summary.approved ?? 0) > 0
}

function isSameActor(a: RecordedActor, b: RecordedActor): boolean {
  return (a.id ?? a.name) === (b.id ?? b.name)
}

function isOneText({ kind, summary }: OperationRow): boolean {
  return (
    (kind === 'save' || kind === 'undo') &&
    summary.languages.length === 1 &&
    summary.translations <= 1 &&
    summary.keysAdded + summary.keysRemoved + summary.keysEdited === 0
  )
}

/** Operations in which people are looked for who have done something: more take too long. */
const ACTORS_AMONG = 100_000

/**
 * Returns everyone who did one of the newest operations of the project, once each under their latest name, by name.
 * Throws QueryTooCostlyError.
 */
export async function operationActors(r: Reader, projectId: number): Promise<readonly RecordedActor[]> {
  const rows = await r.limited(({ db }) =>
    db
      .selectFrom(
        db
          .selectFrom('operation')
          .select(['id', 'actor_id', 'actor_label'])
          .where('project_id', '=', projectId)
          .orderBy('id', 'desc')
          .limit(ACTORS_AMONG)
          .as('newest'),
      )
      .select(['actor_id', 'actor_label'])
      .select((of) => of.fn.max('id').as('latest'))
      .groupBy(['actor_id', 'actor_label'])
      .orderBy('latest')
      .execute(),
  )
  const actors = new Map<string, RecordedActor>()
  for (const row of rows)
    actors.set(row.actor_id ?? row.actor_label, recordedActor(row.actor_id, row.actor_label))
  return [...actors.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function operationById(
  { db }: Reader,
  projectId: number,
  operationId: number,
): Promise<OperationRow | null> {
  const row = await db
    .selectFrom('operation')
    .selectAll()
    .where('id', '=', operationId)
    .where(sql<boolean>`project_id = ${projectId}`)
    .executeTakeFirst()
  return row ? operationRow(row) : null
}

/** Returns the greatest number of an operation, or of what is numbered with them, so far. */
export async function lastOperationNumber({ db, dialect }: Reader): Promise<number> {
  const { rows } = await sql<{ last: number }>`select ${dialect.lastOperationNumber} as last`.execute(db)
  return rows[0]?.last ?? 0
}

export function operationRow(row: Tables['operation']): OperationRow {
  return {
    id: row.id,
    kind: row.kind as OperationKind,
    actor: recordedActor(row.actor_id, row.actor_label),
    at: row.at,
    summary: parseJson(row.summary),
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }
}

/** What was done in a project since a time, and by whom. */
export type WorkSince = {
  /** Time of the first operation. */
  readonly at: string
  /** Those who worked last come first. */
  readonly by: readonly RecordedActor[]
  readonly people: number
}

/** Operations to examine; older ones are ignored. */
const LOOKED_AT = 2000

/** Returns who did something after a time; null: no one. */
export async function workSince(
  { db }: Reader,
  projectId: number,
  { after, people: atMost }: { readonly after: string; readonly people: number },
): Promise<WorkSince | null> {
  const latest = db
    .selectFrom('operation')
    .select(['id', 'actor_id', 'actor_label', 'at'])
    .where('project_id', '=', projectId)
    .where('undone_by', 'is', null)
    .where('undoes', 'is', null)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
  const rows = await db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => [
      'actor_id',
      fn.max('actor_label').as('label'),
      fn.max('id').as('last'),
      fn.min('at').as('first'),
    ])
    .where('at', '>', after)
    .groupBy(['actor_id', sql`case when actor_id is null then actor_label else '' end`])
    .orderBy('last', 'desc')
    .execute()
  const first = rows.map((row) => row.first).sort()[0]
  if (first === undefined) return null
  return {
    at: first,
    by: rows.slice(0, atMost).map((row) => recordedActor(row.actor_id, row.label)),
    people: rows.length,
  }
}
