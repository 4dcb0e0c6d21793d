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
  /** Drafts the sync; null: the project no longer exists. */
  readonly draft: () => Promise<SyncDraft | null>
  /** Drafts the sync within a transaction. */
  readonly draftWithin: (w: Writer) => Promise<SyncDraft | null>
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  readonly reading: Reading | null
  readonly at: string
}

/** What was written to the catalog, and in how many operations. */
export type TakenDraft = { readonly draft: SyncDraft; readonly operations: number }

/** How often a draft is made outside a transaction before it is made inside the one that writes it. */
const DRAFTS_AT_MOST = 3

/** The catalog has changed since the draft was made. */
class DraftOutdatedError extends Error {
  override readonly name = 'DraftOutdatedError'
}

/**
 * Drafts a sync and writes its changes to the catalog, as one operation for the whole batch. In the same
 * transaction the bytes they came from become the last synced state of the files, so that catalog and files
 * cannot diverge, whatever happens next. A draft that a save made outdated is made again; if people save all
 * the time, within the transaction.
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
 * Adds the keys of new namespaces in a job, in small steps, so that no one waits for all of them. Until the
 * files are recorded as synced, the keys that the job's operation has added show what was imported from them
 * (`NamespaceSides.taken`). Returns what is left; null: the job was stopped. Throws DraftOutdatedError if
 * someone else has changed the catalog in the meantime.
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
  /** The operation that earlier transactions of a job have started. */
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

/** Adds the languages of new files; returns the operation that did, if any. */
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

/** Whether a part has anything to write to the store. */
function concernsStore({ isChanged, conflicts, conflictRows }: DraftPart): boolean {
  return isChanged || conflicts.length > 0 || conflictRows.some(({ state }) => state === 'open')
}

/** Writes the row of a part of a file and its conflicts, as they are with the new base. */
async function keepState(w: Writer, sourceId: number, part: DraftPart, at: string): Promise<void> {
  const { path, language, namespace, side, row: known, entries, isInStep } = part
  // Until everything saved here is in the file, it counts as synced at the earlier time: after a restart,
  // what was saved since must be found.
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
