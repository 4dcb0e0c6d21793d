import type { ActorId } from '@dragoman/core'
import { sql } from 'kysely'
import { operationRow } from '../areas/operations.ts'
import { parseJson } from '../rows.ts'
import type { Writer } from '../store.ts'
import type { ChangeSet, LoweredText, OperationResult, OperationRow, OperationSummary } from '../types.ts'
import type { InternalRequest } from './change.ts'
import { countsOfDecisions, decisionsToTurn, recordDecisions, turnDecisions } from './decisions.ts'
import type { Derived } from './derive.ts'
import { joinSummaries } from './join-summaries.ts'
import { markUndone } from './mark-undone.ts'
import type { Scope } from './scope.ts'
import { onlyTranslation } from './shown-text.ts'
import type { OperationTally } from './tally.ts'

/** Records an operation whose changes are written: its row, counts, revision, search texts and events. */
export async function finishOperation(
  w: Writer,
  {
    scope,
    tally,
    written,
    lowered,
  }: {
    readonly scope: Scope
    readonly tally: OperationTally
    /** The last chunk; null: it was a language, or there was none. */
    readonly written: Derived | null
    readonly lowered: readonly LoweredText[]
  },
  request: InternalRequest,
): Promise<Extract<OperationResult, { ok: true }>> {
  const { db } = w
  if (request.decides) tally.languages.add(request.decides.language)
  const summary = {
    ...summaryOf(tally, request.origin),
    ...(request.decides && countsOfDecisions(request.decides)),
  }
  const turned = request.undoes === undefined ? null : await decisionsToTurn(w, request)
  if (!tally.changed && request.decides === undefined && turned === null) {
    const { revision } = scope.project
    return {
      ok: true,
      operationId: 0,
      operation: null,
      revision,
      summary,
      changeSet: { ...changeSetOf(tally, scope, revision), operationId: 0 },
      lowered,
      translation: written && onlyTranslation(written, request.changes),
    }
  }
  await index(w, tally)
  await writeCounts(w, tally)
  const revision = tally.version
  let operation: OperationRow | null = null
  if (request.continues !== undefined) await continueOperation(w, scope, tally, summary)
  else {
    const row = {
      id: tally.operationId,
      project_id: scope.project.id,
      kind: request.kind,
      actor_id: request.by.actor.id,
      actor_label: request.by.actor.name,
      at: request.at,
      summary: JSON.stringify(summary),
      undoes: request.undoes ?? null,
      undone_by: null,
      first_change: tally.firstChange,
      last_change: tally.lastChange,
    }
    await db.insertInto('operation').values(row).execute()
    operation = operationRow(row)
  }
  if (request.decides) await recordDecisions(w, request, tally.operationId)
  if (turned) await turnDecisions(w, request, turned)
  // If an undo takes several transactions, the first one records it.
  if (request.undoes !== undefined && request.continues === undefined)
    await markUndone(w, { undoes: request.undoes, by: tally.operationId })
  const changeSet = changeSetOf(tally, scope, revision)
  emitChangeSet(w, changeSet, request.by.actor.id)
  if (tally.changedLanguages.length > 0)
    w.emit({
      kind: 'project.changed',
      projectId: scope.project.id,
      actorId: request.by.actor.id,
      payload: {},
    })
  const { operationId } = tally
  const translation = written && onlyTranslation(written, request.changes)
  return { ok: true, operationId, operation, revision, summary, changeSet, lowered, translation }
}

/** Emits the event that says what an operation changed. */
export function emitChangeSet(
  w: Writer,
  { projectId, ...payload }: ChangeSet,
  actorId: ActorId | null,
): void {
  w.emit({ kind: 'content.changed', projectId, actorId, payload })
}

/** Adds what one more transaction of an operation has done. */
async function continueOperation(
  { db }: Writer,
  { project }: Scope,
  { operationId: id, version: revision, firstChange, lastChange }: OperationTally,
  summary: OperationSummary,
): Promise<void> {
  const row = await db
    .selectFrom('operation')
    .select(['summary', 'first_change', 'last_change'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const joined = joinSummaries(parseJson<OperationSummary>(row.summary), summary)
  await db
    .updateTable('operation')
    .set({
      summary: JSON.stringify(joined),
      first_change: row.first_change ?? firstChange,
      last_change: lastChange ?? row.last_change,
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('project').set({ revision }).where('id', '=', project.id).execute()
}

/**
 * Indexes texts in a quiet moment after the commit, so that no one waits for it. Until then searches find
 * them by reading them.
 */
async function index({ db, dialect, laterWork }: Writer, tally: OperationTally): Promise<void> {
  const { unindexed: gone, toIndex: come } = tally
  const replaced = new Set(come)
  const left = gone.filter((id) => !replaced.has(id))
  if (left.length > 0) await dialect.reindex(db, { gone: left, come: [] })
  if (come.length > 0) await dialect.indexLater(db, rangesOf(come))
  if (left.length > 0 || come.length > 0) laterWork()
}

/** A gap wider than this starts a new range. */
const GAP = 5000

/** Returns ranges that together contain all the ids, and few others. */
function rangesOf(ids: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const sorted = Float64Array.from(ids).sort()
  const ranges: [number, number][] = []
  for (const id of sorted) {
    const open = ranges.at(-1)
    if (open && id - open[1] <= GAP) open[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

export async function writeCounts({ db }: Writer, tally: OperationTally): Promise<void> {
  for (const { languageId, namespaceId, delta } of tally.counts.values()) {
    if (Object.values(delta).every((change) => change === 0)) continue
    const add = Object.entries(delta).map(
      ([name, change]) => sql`${sql.ref(name)} = counts.${sql.ref(name)} + ${change}`,
    )
    await sql`
      insert into counts (language_id, namespace_id, total, untranslated, draft, translated, reviewed, outdated, failing, sourceless)
      values (${languageId}, ${namespaceId}, ${delta.total}, ${delta.untranslated}, ${delta.draft}, ${delta.translated}, ${delta.reviewed},
        ${delta.outdated}, ${delta.failing}, ${delta.sourceless})
      on conflict (language_id, namespace_id) do update set ${sql.join(add)}`.execute(db)
  }
}

function summaryOf(tally: OperationTally, origin: string | undefined): OperationSummary {
  return {
    keysAdded: tally.keysAdded,
    keysRemoved: tally.keysRemoved,
    keysEdited: tally.keysEdited,
    translations: tally.translations,
    ...(tally.approved > 0 ? { approved: tally.approved } : {}),
    ...(tally.sentBack > 0 ? { sentBack: tally.sentBack } : {}),
    ...(tally.unreviewed > 0 ? { unreviewed: tally.unreviewed } : {}),
    languages: [...tally.languages],
    ...(tally.onlyKey ? { key: { namespace: tally.onlyKey.namespace, name: tally.onlyKey.name } } : {}),
    ...(origin === undefined ? {} : { origin }),
  }
}

/** Returns what the operation changed. */
export function changeSetOf(tally: OperationTally, scope: Scope, revision: number): ChangeSet {
  return {
    projectId: scope.project.id,
    revision,
    operationId: tally.operationId,
    version: tally.version,
    operation: tally.kind === 'check' ? null : { kind: tally.kind, keysAdded: tally.keysAdded },
    languages: tally.changedLanguages,
    files: [...tally.files.values()],
    namespaces: [...tally.namespaces].map(([namespace, keys]) => ({ namespace, keys })),
    ...(tally.moved.size > 0 ? { moved: [...tally.moved.values()] } : {}),
    translations: tally.changedTexts,
    keys: tally.changedKeys,
  }
}
