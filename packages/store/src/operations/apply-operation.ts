import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Counter } from '../dialect/dialect.ts'
import type { Writer } from '../store.ts'
import type { LoweredText, OperationRequest, OperationResult, Refusal, TranslationRow } from '../types.ts'
import { type AskedTexts, type Asking, askingFor, refuseChange } from './ask-allowed.ts'
import { changeChunks } from './change-chunks.ts'
import { deriveFlags } from './derive-flags.ts'
import { failingApprovals, lowerFailing, requiresChecks } from './failing-approvals.ts'
import { finishOperation } from './finish-operation.ts'
import { flush } from './flush.ts'
import type { InternalChange } from './internal-change.ts'
import { addLanguageRows, removeLanguageRows } from './languages.ts'
import { type OperationTally, openTally } from './operation-tally.ts'
import { reviewsOwnWork } from './own-work.ts'
import { lockScope, type Scope } from './scope.ts'
import { type Work, work } from './work.ts'
import { shownText } from './work-texts.ts'
import { loadWorkingSet, type WorkingSet } from './working-set.ts'

const REFUSALS_AT_MOST = 500

/**
 * Writes content; it is the one door for that. Checks whether each change is allowed, compares versions,
 * writes, records what was replaced, updates counts, conditions and the search index, and emits the event.
 * Any refusal refuses the whole operation: nothing is written.
 */
export function applyOperation(w: Writer, request: OperationRequest): Promise<OperationResult> {
  return applyChanges(w, request)
}

/** Does the same for the internal changes that only undo and language operations make. */
export async function applyChanges(
  w: Writer,
  request: Omit<OperationRequest, 'changes'> & {
    readonly changes: Iterable<InternalChange> | AsyncIterable<InternalChange>
  },
): Promise<OperationResult> {
  const { db, dialect } = w
  const scope = await lockScope(w, request.projectId)
  const asking = await askingFor(w, request)
  const failing = request.lowersFailing === true ? 'lower' : requiresChecks(request) ? 'refuse' : 'keep'
  const onlyText = onlyTranslate(request.changes)
  const numbers = onlyText
    ? await allocateWithChange(w)
    : { version: await dialect.allocate(db, 'operation', 1), reservedChangeId: null }
  const tally = openTally({ operationId: request.continues ?? numbers.version, ...numbers }, request)
  let flushed = tally.isUndo
  let translation: TranslationRow | null = null
  const lowered: LoweredText[] = []
  if (flushed) await sql`savepoint door`.execute(db)
  for await (const { changes, more } of changeChunks(request.changes)) {
    if (more && !flushed) await sql`savepoint door`.execute(db)
    flushed ||= more
    const { refusals, set, ...done } = await workOn(w, { scope, tally, asking, failing }, changes)
    lowered.push(...done.lowered)
    if (refusals.length > 0) {
      if (flushed) await sql`rollback to savepoint door`.execute(db)
      return { ok: false, refusals: await explainRefusals(w, scope, refusals) }
    }
    if (onlyText && set) translation = translationIn(set, scope, onlyText)
    if (more) await setImmediate()
  }
  const inUse = await namesInUse(w, tally)
  if (inUse.length > 0) {
    await sql`rollback to savepoint door`.execute(db)
    return { ok: false, refusals: inUse }
  }
  if (flushed) await sql`release savepoint door`.execute(db)
  return { ...(await finishOperation(w, scope, tally, request)), translation, lowered }
}

/** Returns the change of an operation that writes a single text; null for any other. */
function onlyTranslate(
  changes: Iterable<InternalChange> | AsyncIterable<InternalChange>,
): Extract<InternalChange, { kind: 'translate' }> | null {
  const [first, second] = Array.isArray(changes) ? (changes as readonly InternalChange[]) : []
  return first?.kind === 'translate' && second === undefined ? first : null
}

function translationIn(
  set: WorkingSet,
  scope: Scope,
  { keyId, language }: { readonly keyId: number; readonly language: string },
): TranslationRow | null {
  const languageId = scope.languages.get(language)?.id
  const text = languageId === undefined ? undefined : set.keys.get(keyId)?.texts.get(languageId)
  return text === undefined ? null : shownText({ keyId, language }, text)
}

/**
 * Allocates the number of an operation and that of the history row it will probably need, in one statement.
 */
async function allocateWithChange({
  db,
}: Writer): Promise<{ readonly version: number; readonly reservedChangeId: number }> {
  const { rows } = await sql<{ name: Counter; value: number }>`
    update counter set value = value + 1 where name in ('operation', 'change') returning name, value`.execute(
    db,
  )
  const numberOf = (counter: Counter) => {
    const row = rows.find(({ name }) => name === counter)
    if (row === undefined) throw new Error(`no counter ${counter}`)
    return row.value
  }
  return { version: numberOf('operation'), reservedChangeId: numberOf('change') }
}

const NO_TEXTS: AskedTexts = { namespaceOf: () => undefined, isOwnWork: () => false }

async function workOn(
  w: Writer,
  {
    scope,
    tally,
    asking,
    failing,
  }: {
    readonly scope: Scope
    readonly tally: OperationTally
    readonly asking: Asking
    /** What becomes of approved texts in which a check finds an error. */
    readonly failing: 'keep' | 'lower' | 'refuse'
  },
  changes: readonly InternalChange[],
): Promise<{
  readonly refusals: readonly Refusal[]
  readonly set: WorkingSet | null
  readonly lowered: readonly LoweredText[]
}> {
  const refusals: Refusal[] = []
  let lowered: readonly LoweredText[] = []
  let set: WorkingSet | null = null
  const [first] = changes
  if (first?.kind === 'add-language' || first?.kind === 'remove-language') {
    const refusal = refuseChange(asking, first, NO_TEXTS)
    if (refusal !== null) return { refusals: [refusal], set, lowered }
    const languages = { r: w, scope, tally, refusals }
    await (first.kind === 'add-language'
      ? addLanguageRows(languages, first)
      : removeLanguageRows(languages, first))
  } else if (first) {
    const loaded = await loadWorkingSet(w, scope, changes)
    set = loaded
    const added = changes.filter((change) => change.kind === 'add-key').length
    const nextKeyId = added === 0 ? 0 : await w.dialect.allocate(w.db, 'key', added)
    const job: Work = { r: w, scope, tally, set: loaded, refusals, nextKeyId }
    const texts: AskedTexts = {
      namespaceOf: (keyId) => scope.namespacesById.get(loaded.keys.get(keyId)?.namespaceId ?? 0)?.name,
      isOwnWork: (change) => reviewsOwnWork(job, change),
    }
    for (const change of changes) {
      const refusal = refuseChange(asking, change, texts)
      if (refusal === null) await work(job, change)
      else refusals.push(refusal)
      if (refusals.length >= REFUSALS_AT_MOST) break
    }
    if (refusals.length > 0) return { refusals, set, lowered }
    deriveFlags(job)
    if (failing === 'refuse') refusals.push(...failingApprovals(job, changes))
    if (failing === 'lower') lowered = lowerFailing(job)
    if (refusals.length > 0) return { refusals, set, lowered }
    await flush(job)
  }
  return { refusals, set, lowered }
}

/**
 * Returns refusals for the names that an undo restored and that other keys still have when everything is
 * written.
 */
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

/** Tells keys that never existed from keys that were removed, by looking at the history. */
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
