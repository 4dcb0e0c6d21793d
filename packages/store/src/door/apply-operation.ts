import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { LoweredText, OperationRequest, OperationResult, RefusedInOperation } from '../types.ts'
import { type Asking, refuseLanguage, refuseTurn } from './allow.ts'
import { apply } from './apply.ts'
import type { InternalChange, InternalRequest, KeyChange } from './change.ts'
import type { RefusedInChunk } from './current.ts'
import { decisionsToTurn, placesOfDecisions } from './decisions.ts'
import { type Derived, derive, type FailingApprovals } from './derive.ts'
import { explainRefusals, namesInUse } from './explain-refusals.ts'
import { finishOperation } from './finish.ts'
import { addLanguageRows, removeLanguageRows } from './languages.ts'
import { load } from './load.ts'
import { isPlaced } from './load-places.ts'
import { type Scope, scopeForOperation } from './scope.ts'
import { type OperationTally, openTally } from './tally.ts'
import { undoneBy } from './undone-by.ts'
import { write } from './write.ts'

/** Does what `applyOperation` does, for those who make changes that callers cannot request. */
export async function applyChanges(w: Writer, request: InternalRequest): Promise<OperationResult> {
  const { scope, numbers } = await scopeForOperation(w, request.projectId)
  const asking = await askingFor(w, request)
  const version =
    request.continues === undefined ? numbers.operation : await w.dialect.allocate(w.db, 'operation', 1)
  const operationId = request.continues ?? version
  const tally = openTally({ operationId, version, reservedChangeId: numbers.change }, request)
  const operation: Operation = { scope, tally, asking, failing: failingApprovals(request) }
  const lowered: LoweredText[] = []
  let written: Derived | null = null
  let isPartlyWritten = tally.isUndo
  let before = 0
  if (isPartlyWritten) await sql`savepoint door`.execute(w.db)
  const refuse = async (refusals: readonly RefusedInOperation[]): Promise<OperationResult> => {
    if (isPartlyWritten) await sql`rollback to savepoint door`.execute(w.db)
    return { ok: false, refusals: await explainRefusals(w, scope, refusals) }
  }
  const kept = await refuseDecisions(w, asking, request)
  if (kept.length > 0) return refuse(kept)
  for await (const { changes, more } of changeChunks(request.changes)) {
    if (more && !isPartlyWritten) await sql`savepoint door`.execute(w.db)
    isPartlyWritten ||= more
    const done = await runChunk(w, operation, changes)
    if ('refusals' in done)
      return refuse(done.refusals.map((one) => ({ ...one, change: before + one.change })))
    before += changes.length
    written = done.derived
    lowered.push(...done.lowered)
    if (more) await setImmediate()
  }
  const inUse = tally.namesInUse.length > 0 ? await namesInUse(w, tally) : []
  if (inUse.length > 0) return refuse(inUse)
  if (isPartlyWritten) await sql`release savepoint door`.execute(w.db)
  return finishOperation(w, { scope, tally, written, lowered }, request)
}

/**
 * Writes content; it is the one door for that. Checks whether each change is allowed, compares versions,
 * writes, records what was replaced, updates counts, conditions and the search index, and emits the event.
 * Any refusal refuses the whole operation: nothing is written.
 */
export function applyOperation(w: Writer, request: OperationRequest): Promise<OperationResult> {
  return applyChanges(w, request)
}

type Operation = {
  readonly scope: Scope
  readonly tally: OperationTally
  readonly asking: Asking
  readonly failing: FailingApprovals
}

type Chunk =
  | { readonly derived: Derived | null; readonly lowered: readonly LoweredText[] }
  | { readonly refusals: readonly RefusedInChunk[] }

/** Takes the changes through the stages, or returns why some are refused: then none of them is written. */
async function runChunk(
  w: Writer,
  { scope, tally, asking, failing }: Operation,
  chunk: readonly InternalChange[],
): Promise<Chunk> {
  const [first] = chunk
  if (first?.kind === 'add-language' || first?.kind === 'remove-language') {
    const refusal =
      refuseLanguage(asking, first) ??
      (await (first.kind === 'add-language'
        ? addLanguageRows(w, { scope, tally }, first)
        : removeLanguageRows(w, { scope, tally }, first)))
    return refusal === null ? { derived: null, lowered: [] } : { refusals: [{ ...refusal, change: 0 }] }
  }
  const changes = chunk.filter(isOfKeys)
  const loaded = await load(w, scope, changes)
  const applied = apply(loaded, tally, { asking, changes })
  if ('refusals' in applied) return applied
  tally.namesInUse.push(...applied.namesInUse)
  const done = derive(applied, { failing, changes })
  if ('refusals' in done) return done
  await write(w, tally, done.derived)
  return done
}

function isOfKeys(change: InternalChange): change is KeyChange {
  return change.kind !== 'add-language' && change.kind !== 'remove-language'
}

/**
 * Operations in which a person approves texts have to pass the checks, unless someone has confirmed that they fail.
 * Others, such as an undo or a sync, bring states that texts have elsewhere.
 */
function failingApprovals({ kind, approvesFailing, lowersFailing }: InternalRequest): FailingApprovals {
  if (lowersFailing === true) return 'lower'
  const approves = kind === 'save' || kind === 'bulk' || kind === 'review'
  return approves && approvesFailing !== true ? 'refuse' : 'keep'
}

async function askingFor(r: Reader, { kind, undoes, by: { allow } }: InternalRequest): Promise<Asking> {
  if (undoes === undefined) {
    if (kind === 'undo') throw new Error('An undo names what it undoes')
    return { allow, operation: kind, undoes: null }
  }
  const { operation, actor } = await undoneBy(r, undoes)
  return { allow, operation, undoes: actor }
}

/** Returns why an undo cannot revert decisions, or make them again. They might be about texts that it does not change. */
async function refuseDecisions(
  r: Reader,
  asking: Asking,
  request: InternalRequest,
): Promise<readonly RefusedInOperation[]> {
  const turned = await decisionsToTurn(r, request)
  const places = turned === null ? [] : await placesOfDecisions(r, turned)
  return places.flatMap((place) => {
    const refusal = refuseTurn(asking, place)
    return refusal === null ? [] : [{ ...refusal, change: null }]
  })
}

/** Changes processed together: this limits memory, and how long other work waits. */
const CHUNK = 250

/**
 * Whether two changes, one after the other, can be in one chunk. Those of languages need the database to contain all earlier
 * ones, and so do new keys that are placed after another one, except after the same one.
 */
function areInOneChunk(one: InternalChange, next: InternalChange): boolean {
  if (!isOfKeys(one) || !isOfKeys(next)) return false
  const [above, nextAbove] = [placeOf(one), placeOf(next)]
  return above?.after === nextAbove?.after && above?.namespace === nextAbove?.namespace
}

function placeOf(change: KeyChange) {
  return change.kind === 'add-key' && isPlaced(change) ? change : null
}

/** Yields the changes of an operation in chunks; `more`: others follow. */
async function* changeChunks(
  changes: Iterable<InternalChange> | AsyncIterable<InternalChange>,
): AsyncGenerator<{ readonly changes: readonly InternalChange[]; readonly more: boolean }> {
  let ready: InternalChange[] = []
  let open: InternalChange[] = []
  const take = Symbol.asyncIterator in changes ? changes : fromSync(changes)
  for await (const change of take) {
    const last = open.at(-1)
    if (last !== undefined && (open.length === CHUNK || !areInOneChunk(last, change))) {
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
