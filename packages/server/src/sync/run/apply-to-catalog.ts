import type { OperationKind } from '@dragoman/core'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  keepFileBase,
  lockProject,
  upsertFile,
  type Writer,
} from '@dragoman/store'
import type { SyncContext } from './context.ts'
import type { Reading } from './reading.ts'
import type { DraftPart, SyncDraft } from './sync-draft.ts'
import { sourceOrigin, syncOf } from './sync-of.ts'
import { writeConflicts } from './write-conflicts.ts'

export type CatalogRequest = {
  /** Works out what is to be done; null: there is no such project any more. */
  readonly draft: () => Promise<SyncDraft | null>
  /** The same within a transaction. */
  readonly draftWithin: (w: Writer) => Promise<SyncDraft | null>
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  readonly reading: Reading | null
  readonly at: string
}

/** What was taken into the catalog, and in how many operations. */
export type TakenDraft = { readonly draft: SyncDraft; readonly operations: number }

/** Drafts made beside people at work before one is made within the transaction that it is written in. */
const DRAFTS_AT_MOST = 3

/** The catalog has changed since the draft was made. */
class DraftOutdatedError extends Error {
  override readonly name = 'DraftOutdatedError'
}

/**
 * Drafts a sync and writes what the catalog has to take: one operation for the whole batch. In the same
 * transaction the bytes that it was taken from become what the files were last synced as: whatever happens
 * next, the catalog and what it came from are never told apart. A draft that a save has overtaken is made
 * anew; where people save all the time, within the transaction.
 */
export async function takeIntoCatalog(
  context: SyncContext,
  request: CatalogRequest,
): Promise<TakenDraft | null> {
  for (let attempt = 1; attempt <= DRAFTS_AT_MOST; attempt++) {
    const draft = await request.draft()
    if (draft === null) return null
    const parts = draft.files.flatMap((file) => file.parts)
    if (draft.changes.length === 0 && !parts.some(concernsStore)) return { draft, operations: 0 }
    try {
      const rest = await addKeysInSteps(context, request, draft)
      if (rest === null) return null
      return await writeDraft(context, request, async () => rest)
    } catch (error) {
      if (!(error instanceof DraftOutdatedError)) throw error
    }
  }
  return writeDraft(context, request, request.draftWithin)
}

async function writeDraft(
  context: SyncContext,
  request: CatalogRequest,
  draftWith: (w: Writer) => Promise<SyncDraft | null>,
): Promise<TakenDraft | null> {
  const { store, projectId, ownOperations, baseHashes } = context
  const { reading } = request
  async function write(w: Writer, begun: number | undefined) {
    const revision = await lockProject(w, projectId)
    const draft = await draftWith(w)
    if (draft === null) return { draft, isChanged: false, operationId: 0 }
    if (draft.revision !== revision) throw new DraftOutdatedError()
    return { draft, ...(await applyDraft(w, context, { ...request, draft, begun })) }
  }
  const done = await (reading === null ? store.write((w) => write(w, undefined)) : reading.write(write))
  if (done.draft === null) return null
  for (const { path, hash, newBase } of done.draft.files) if (newBase !== null) baseHashes.set(path, hash)
  if (done.operationId > 0) ownOperations.add(done.operationId)
  return { draft: done.draft, operations: done.isChanged ? 1 : 0 }
}

/**
 * Adds the keys of namespaces that come for the first time with a job, some at a time: nobody waits for the
 * whole of them. Until the files are written down as synced, the keys that the job's operation has added say
 * what was taken from them (`NamespaceSides.taken`). Answers what is left; null: the job was stopped. Throws
 * DraftOutdatedError where somebody else has changed the catalog meanwhile.
 */
async function addKeysInSteps(
  { source, projectId, ownOperations }: SyncContext,
  { reading, kind, at }: CatalogRequest,
  draft: SyncDraft,
): Promise<SyncDraft | null> {
  const namespaces = new Set(draft.newNamespaces)
  const isStep = (change: ChangeRequest) => change.kind === 'add-key' && namespaces.has(change.namespace)
  const adds = draft.changes.filter(isStep)
  if (reading === null || adds.length <= reading.stepSize()) return draft
  const operation = { projectId, by: syncOf(source), at, origin: sourceOrigin(source) }
  let { revision } = draft
  let isOutdated = false
  for (let done = 0; done < adds.length; ) {
    if (reading.isStopped()) return null
    const changes = adds.slice(done, done + reading.stepSize())
    const written = await reading.write(async (w, begun) => {
      const before = await lockProject(w, projectId)
      const added = done === 0 ? await addLanguagesOf(w, operation, { draft, reading, begun }) : null
      const continues = begun ?? added ?? undefined
      const result = await applyOperation(w, {
        ...operation,
        kind,
        changes,
        ...(continues === undefined ? {} : { continues }),
      })
      if (!result.ok) throw new DraftOutdatedError()
      return { operationId: result.operationId, before, after: result.revision }
    }, 'step')
    ownOperations.add(written.operationId)
    isOutdated ||= written.before !== revision
    revision = written.after
    done += changes.length
    reading.hasPartlyRead(Math.floor((draft.files.length * done) / adds.length))
  }
  if (isOutdated) throw new DraftOutdatedError()
  return { ...draft, revision, changes: draft.changes.filter((change) => !isStep(change)) }
}

type ApplyRequest = Pick<CatalogRequest, 'kind' | 'reading' | 'at'> & {
  readonly draft: SyncDraft
  /** The operation that earlier transactions of a job have begun. */
  readonly begun: number | undefined
}

async function applyDraft(
  w: Writer,
  { source, projectId }: SyncContext,
  { draft, kind, reading, at, begun }: ApplyRequest,
): Promise<{ readonly isChanged: boolean; readonly operationId: number }> {
  const operation = { projectId, by: syncOf(source), at, origin: sourceOrigin(source) }
  const parts = draft.files.flatMap((file) => file.parts)
  const added = await addLanguagesOf(w, operation, { draft, reading, begun })
  const continues = reading === null ? undefined : (begun ?? added ?? undefined)
  const result =
    draft.changes.length === 0
      ? null
      : await applyOperation(w, {
          ...operation,
          kind,
          changes: draft.changes,
          ...(continues === undefined ? {} : { continues }),
        })
  if (result !== null && !result.ok)
    throw new Error(`The catalog refused a sync: ${JSON.stringify(result.refusals[0])}`)
  for (const { path, newBase } of draft.files)
    if (newBase !== null) await keepFileBase(w, source.id, path, newBase)
  for (const part of parts) await keepState(w, source.id, part, at)
  const written = result?.operationId ?? 0
  return { isChanged: written > 0, operationId: written || (continues ?? 0) }
}

type Languages = Pick<CatalogRequest, 'reading'> & Pick<ApplyRequest, 'draft' | 'begun'>

/** Adds the languages of files that come for the first time; answers the operation that has, if any. */
async function addLanguagesOf(
  w: Writer,
  operation: Omit<Parameters<typeof addLanguages>[1], 'tags'>,
  { draft, reading, begun }: Languages,
): Promise<number | null> {
  const parts = draft.files.flatMap((file) => file.parts)
  const tags = [...new Set(parts.filter(({ row }) => row === null).map(({ language }) => language))]
  if (tags.length === 0) return null
  const asPart = begun === undefined ? {} : { continues: begun }
  const added = await addLanguages(w, {
    ...operation,
    tags,
    ...(reading === null ? {} : { kind: 'import', ...asPart }),
  })
  return added.ok && added.operationId > 0 ? added.operationId : null
}

/** Whether the store has to be told something of a part. */
function concernsStore({ isChanged, conflicts, conflictRows }: DraftPart): boolean {
  return isChanged || conflicts.length > 0 || conflictRows.some(({ state }) => state === 'open')
}

/** The row of a part of a file and its conflicts, as they are with the new base. */
async function keepState(w: Writer, sourceId: number, part: DraftPart, at: string): Promise<void> {
  const { path, language, namespace, side, row: known, entries, isInStep } = part
  // Until everything saved here is in the file, it is looked at as of the time when it was: a restart has to
  // find what was saved since.
  const syncedAt = isInStep ? at : (known?.syncedAt ?? at)
  const state = {
    state: isInStep ? 'in-step' : 'writing',
    problem: null,
    entries,
    syncedAt,
    ...(isInStep ? { held: [] } : {}),
  } as const
  const row =
    part.isNewBase || known === null
      ? await upsertFile(w, { sourceId, path, language, namespace, side, ...state })
      : known
  await writeConflicts(w, { part, fileId: row.id, at })
}
