import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { operationRow } from '../areas/operations.ts'
import { parseJson } from '../rows.ts'
import type { Writer } from '../store.ts'
import type { OperationRequest, OperationResult, OperationRow, OperationSummary, Refusal } from '../types.ts'
import { type Asking, askingFor, refuseChange } from './ask-allowed.ts'
import { deriveFlags } from './derive-flags.ts'
import { emitChangeSet } from './emit-change-set.ts'
import { flush } from './flush.ts'
import type { InternalChange } from './internal-change.ts'
import { joinSummaries } from './join-summaries.ts'
import { addLanguageRows, removeLanguageRows } from './languages.ts'
import { changeSetOf, type OperationTally, openTally, summaryOf } from './operation-tally.ts'
import { rangesOf } from './ranges-of.ts'
import { lockScope, type Scope } from './scope.ts'
import { type Work, work } from './work.ts'
import { loadWorkingSet } from './working-set.ts'

/** Changes worked on at once: what is in memory, and how long other work waits. */
const CHUNK = 250
const REFUSALS_AT_MOST = 500

/**
 * The one door for writing content. Asks whether each change may be made, compares versions, writes, records
 * what was replaced, keeps counts, conditions and the search index, and says what changed as an event. Any
 * refusal refuses the whole operation: nothing is written.
 */
export function applyOperation(w: Writer, request: OperationRequest): Promise<OperationResult> {
  return applyChanges(w, request)
}

/** The same for the changes that only undo and the languages make. */
export async function applyChanges(
  w: Writer,
  request: Omit<OperationRequest, 'changes'> & {
    readonly changes: Iterable<InternalChange> | AsyncIterable<InternalChange>
  },
): Promise<OperationResult> {
  const { db, dialect } = w
  const scope = await lockScope(w, request.projectId)
  const asking = await askingFor(w, request)
  const version = await dialect.allocate(db, 'operation', 1)
  const tally = openTally({ operationId: request.continues ?? version, version }, request)
  let flushed = tally.isUndo
  if (flushed) await sql`savepoint door`.execute(db)
  for await (const { changes, more } of chunks(request.changes)) {
    if (more && !flushed) await sql`savepoint door`.execute(db)
    flushed ||= more
    const refusals = await workOn(w, { scope, tally, asking }, changes)
    if (refusals.length > 0) {
      if (flushed) await sql`rollback to savepoint door`.execute(db)
      return { ok: false, refusals: await explainRefusals(w, scope, refusals) }
    }
    if (more) await setImmediate()
  }
  const inUse = await namesInUse(w, tally)
  if (inUse.length > 0) {
    await sql`rollback to savepoint door`.execute(db)
    return { ok: false, refusals: inUse }
  }
  if (flushed) await sql`release savepoint door`.execute(db)
  return finish(w, scope, tally, request)
}

async function workOn(
  w: Writer,
  {
    scope,
    tally,
    asking,
  }: { readonly scope: Scope; readonly tally: OperationTally; readonly asking: Asking },
  changes: readonly InternalChange[],
): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = []
  const [first] = changes
  if (first?.kind === 'add-language' || first?.kind === 'remove-language') {
    const refusal = refuseChange(asking, first, () => undefined)
    if (refusal !== null) return [refusal]
    const languages = { r: w, scope, tally, refusals }
    await (first.kind === 'add-language'
      ? addLanguageRows(languages, first)
      : removeLanguageRows(languages, first))
  } else if (first) {
    const set = await loadWorkingSet(w, scope, changes)
    const added = changes.filter((change) => change.kind === 'add-key').length
    const nextKeyId = added === 0 ? 0 : await w.dialect.allocate(w.db, 'key', added)
    const job: Work = { r: w, scope, tally, set, refusals, nextKeyId }
    const namespaceOf = (keyId: number) =>
      scope.namespacesById.get(set.keys.get(keyId)?.namespaceId ?? 0)?.name
    for (const change of changes) {
      const refusal = refuseChange(asking, change, namespaceOf)
      if (refusal === null) await work(job, change)
      else refusals.push(refusal)
      if (refusals.length >= REFUSALS_AT_MOST) break
    }
    if (refusals.length > 0) return refusals
    deriveFlags(job)
    await flush(job)
  }
  return refusals
}

/** Changes that need the database as it is after all earlier ones come alone. */
function needsOwnChunk(change: InternalChange): boolean {
  return (
    change.kind === 'add-language' ||
    change.kind === 'remove-language' ||
    (change.kind === 'add-key' && change.after !== undefined)
  )
}

async function* chunks(
  changes: Iterable<InternalChange> | AsyncIterable<InternalChange>,
): AsyncGenerator<{ readonly changes: readonly InternalChange[]; readonly more: boolean }> {
  let ready: InternalChange[] = []
  let open: InternalChange[] = []
  const take = Symbol.asyncIterator in changes ? changes : fromSync(changes)
  for await (const change of take) {
    if (open.length > 0 && (open.length === CHUNK || needsOwnChunk(change) || open.some(needsOwnChunk))) {
      if (ready.length > 0) yield { changes: ready, more: true }
      ready = open
      open = []
    }
    open.push(change)
  }
  if (ready.length > 0) yield { changes: ready, more: open.length > 0 }
  if (open.length > 0) yield { changes: open, more: false }
}

async function* fromSync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

async function finish(
  w: Writer,
  scope: Scope,
  tally: OperationTally,
  request: Omit<OperationRequest, 'changes'>,
): Promise<OperationResult> {
  const { db } = w
  const summary = summaryOf(tally, request.origin)
  if (!tally.changed) {
    const { revision } = scope.project
    return {
      ok: true,
      operationId: 0,
      operation: null,
      revision,
      summary,
      changeSet: { ...changeSetOf(tally, scope, revision), operationId: 0 },
    }
  }
  await index(w, tally)
  await writeCounts(w, tally)
  const revision = scope.project.revision + 1
  let operation: OperationRow | null = null
  if (request.continues !== undefined) await continueOperation(w, request.continues, summary)
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
    }
    await db.insertInto('operation').values(row).execute()
    operation = operationRow(row)
  }
  if (request.undoes !== undefined) {
    await db
      .updateTable('operation')
      .set({ undone_by: tally.operationId })
      .where('id', '=', request.undoes)
      .execute()
  }
  await db.updateTable('project').set({ revision }).where('id', '=', scope.project.id).execute()
  const changeSet = changeSetOf(tally, scope, revision)
  emitChangeSet(w, changeSet, request.by.actor.id)
  if (tally.haveLanguagesChanged)
    w.emit({
      kind: 'project.changed',
      projectId: scope.project.id,
      actorId: request.by.actor.id,
      payload: {},
    })
  return { ok: true, operationId: tally.operationId, operation, revision, summary, changeSet }
}

async function continueOperation({ db }: Writer, id: number, summary: OperationSummary): Promise<void> {
  const row = await db
    .selectFrom('operation')
    .select('summary')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const joined = joinSummaries(parseJson<OperationSummary>(row.summary), summary)
  await db
    .updateTable('operation')
    .set({ summary: JSON.stringify(joined) })
    .where('id', '=', id)
    .execute()
}

/** Names that an undo gave back and that other keys still have after all of it. */
async function namesInUse({ db }: Writer, tally: OperationTally): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = []
  for (const { keyId, namespaceId, namespace, name } of tally.namesInUse) {
    const key = await db
      .selectFrom('key')
      .select(['lookup', 'name', 'plural'])
      .where('id', '=', keyId)
      .executeTakeFirst()
    if (!key) continue
    const other = await db
      .selectFrom('key')
      .select('id')
      .where('namespace_id', '=', namespaceId)
      .where('lookup', '=', key.lookup)
      .where('name', '=', key.name)
      .where('plural', '=', key.plural)
      .where('id', '<>', keyId)
      .executeTakeFirst()
    if (other) refusals.push({ code: 'already-exists', namespace, name, keyId: other.id })
  }
  return refusals
}

/**
 * Texts are indexed in a quiet moment after the commit: nobody should wait for it. Searches find those that
 * are not yet by reading them.
 */
async function index({ db, dialect, laterWork }: Writer, tally: OperationTally): Promise<void> {
  const { unindexed: gone, toIndex: come } = tally
  const replaced = new Set(come)
  const left = gone.filter((id) => !replaced.has(id))
  if (left.length > 0) await dialect.reindex(db, { gone: left, come: [] })
  if (come.length === 0) return
  await dialect.indexLater(db, rangesOf(come))
  laterWork()
}

export async function writeCounts({ db }: Writer, tally: OperationTally): Promise<void> {
  for (const { languageId, namespaceId, delta } of tally.counts.values()) {
    if (Object.values(delta).every((change) => change === 0)) continue
    const add = Object.entries(delta).map(
      ([name, change]) => sql`${sql.ref(name)} = counts.${sql.ref(name)} + ${change}`,
    )
    await sql`
      insert into counts (language_id, namespace_id, total, untranslated, draft, translated, reviewed, outdated, failing)
      values (${languageId}, ${namespaceId}, ${delta.total}, ${delta.untranslated}, ${delta.draft}, ${delta.translated}, ${delta.reviewed},
        ${delta.outdated}, ${delta.failing})
      on conflict (language_id, namespace_id) do update set ${sql.join(add)}`.execute(db)
  }
}

/** A key that is not there was never there, or was removed: the history knows. */
async function explainRefusals(
  { db, dialect }: Writer,
  scope: Scope,
  refusals: readonly Refusal[],
): Promise<readonly Refusal[]> {
  const missing = refusals.flatMap((refusal) => (refusal.code === 'not-found' ? [refusal.keyId] : []))
  if (missing.length === 0) return refusals
  const rows = await db
    .selectFrom('change')
    .select('key_id')
    .where('project_id', '=', scope.project.id)
    .where('kind', '=', 'key-removed')
    .where(dialect.inIds(sql.ref('key_id'), missing))
    .execute()
  const removed = new Set(rows.map((row) => row.key_id))
  return refusals.map((refusal) =>
    refusal.code === 'not-found' && removed.has(refusal.keyId)
      ? { code: 'gone', keyId: refusal.keyId }
      : refusal,
  )
}
