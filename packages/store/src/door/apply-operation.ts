import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Writer } from '../store.ts'
import type { LoweredText, OperationRequest, OperationResult, Refusal, TranslationRow } from '../types.ts'
import { type Asking, askingFor, refuseLanguage } from './allow.ts'
import { apply } from './apply.ts'
import { shownText } from './apply-texts.ts'
import type { InternalChange, KeyChange } from './change.ts'
import { changeChunks } from './change-chunks.ts'
import { type Derived, derive, type FailingApprovals } from './derive.ts'
import { explainRefusals, namesInUse } from './explain-refusals.ts'
import { finishOperation } from './finish.ts'
import { addLanguageRows, removeLanguageRows } from './languages.ts'
import { load } from './load.ts'
import { type Scope, scopeForOperation } from './scope.ts'
import { type OperationTally, openTally } from './tally.ts'
import { write } from './write.ts'

/** A request whose changes can also be those that only undo and language operations make. */
type InternalRequest = Omit<OperationRequest, 'changes'> & {
  readonly changes: Iterable<InternalChange> | AsyncIterable<InternalChange>
}

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
  if (isPartlyWritten) await sql`savepoint door`.execute(w.db)
  const refuse = async (refusals: readonly Refusal[]): Promise<OperationResult> => {
    if (isPartlyWritten) await sql`rollback to savepoint door`.execute(w.db)
    return { ok: false, refusals: await explainRefusals(w, scope, refusals) }
  }
  for await (const { changes, more } of changeChunks(request.changes)) {
    if (more && !isPartlyWritten) await sql`savepoint door`.execute(w.db)
    isPartlyWritten ||= more
    const done = await runChunk(w, operation, changes)
    if ('refusals' in done) return refuse(done.refusals)
    written = done.derived
    lowered.push(...done.lowered)
    if (more) await setImmediate()
  }
  const inUse = await namesInUse(w, tally)
  if (inUse.length > 0) return refuse(inUse)
  if (isPartlyWritten) await sql`release savepoint door`.execute(w.db)
  const translation = written && onlyTranslation(written, request)
  return { ...(await finishOperation(w, scope, tally, request)), translation, lowered }
}

/**
 * Writes content; it is the one door for that. Checks whether each change is allowed, compares versions,
 * writes, records what was replaced, updates counts, conditions and the search index, and emits the event.
 * Any refusal refuses the whole operation: nothing is written.
 */
export const applyOperation: (w: Writer, request: OperationRequest) => Promise<OperationResult> = applyChanges

type Operation = {
  readonly scope: Scope
  readonly tally: OperationTally
  readonly asking: Asking
  readonly failing: FailingApprovals
}

type Chunk =
  | { readonly derived: Derived | null; readonly lowered: readonly LoweredText[] }
  | { readonly refusals: readonly Refusal[] }

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
    return refusal === null ? { derived: null, lowered: [] } : { refusals: [refusal] }
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

/** Returns the text of an operation that writes a single one; null for any other. */
function onlyTranslation({ scope, keys }: Derived, { changes }: InternalRequest): TranslationRow | null {
  const [first, second] = Array.isArray(changes) ? (changes as readonly InternalChange[]) : []
  if (first?.kind !== 'translate' || second !== undefined) return null
  const { keyId, language } = first
  const languageId = scope.languages.get(language)?.id
  const text = keys.get(keyId)?.texts.find((one) => one.languageId === languageId)
  return text === undefined ? null : shownText({ keyId, language }, text)
}
