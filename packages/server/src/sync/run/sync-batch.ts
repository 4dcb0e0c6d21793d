import type { OperationKind } from '@dragoman/core'
import {
  deleteConflictsOfFile,
  deleteFilePart,
  listFiles,
  noteAnyKeys,
  setFileLimits,
  upsertFile,
} from '@dragoman/store'
import type { MovedText } from '../carry-texts.ts'
import type { FromCatalog } from '../due-files.ts'
import type { SourceFiles, StoreRead } from '../source-files.ts'
import { takeIntoCatalog } from './apply-to-catalog.ts'
import type { SyncContext } from './context.ts'
import { draftSync } from './draft-sync.ts'
import { followRenamed } from './follow-renamed.ts'
import { isDone } from './read-batch.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import type { DraftAccess, DraftPart, FileMemory, SyncDraft } from './sync-draft.ts'
import { markFile, writeFiles } from './write-back.ts'

export type BatchRequest = {
  readonly paths: readonly string[]
  /** Changes of the catalog: merged even if the file is unchanged. */
  readonly fromCatalog: FromCatalog
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  /** The job that it belongs to. */
  readonly reading?: Reading | null
  /** Leaves new files to a job. */
  readonly onlyKnown?: boolean
}

export type BatchResult = {
  /** How many files, or whether the catalog, changed. */
  readonly changed: number
  /** To be merged again: someone wrote them in the meantime. */
  readonly again: readonly string[]
  /** Whether some of the paths are symbolic links. */
  readonly linked: boolean
  /** Files of other namespaces that have to be written next. */
  readonly movedTo: readonly MovedText[]
}

/**
 * Syncs some files in both directions: reads them, merges them key by key with the catalog, writes their
 * changes to the catalog, then writes back. An unreadable file is skipped; a deleted file never removes
 * anything from the catalog.
 */
export async function syncBatch(context: SyncContext, request: BatchRequest): Promise<BatchResult> {
  await recoverWrites(context)
  const at = context.now().toISOString()
  const { kind, reading = null, onlyKnown = false } = request
  const { paths, fromCatalog } = await followRenamed(context, request)
  const { projectId, source, store, files: stored, format, baseHashes } = context
  const wanted = { projectId, source, paths, fromCatalog, onlyKnown, memory: memoryOf(context, paths) }
  const wantedNow = () => ({ ...wanted, begunBy: reading?.operationId() ?? null })
  const draftHere = (access: Pick<DraftAccess, 'read' | 'files'>) =>
    draftSync({ ...access, format }, wantedNow())
  const elsewhere = (await isLarge(context, paths)) ? context.draftElsewhere : null
  if (elsewhere !== null && (await areAsSynced(context, { paths, fromCatalog }))) return NOTHING_DONE
  const taken = await takeIntoCatalog(context, {
    draft: () =>
      elsewhere === null ? draftHere({ read: store.read, files: stored }) : elsewhere(wantedNow()),
    draftWithin: (w) => {
      const read: StoreRead = (job) => job(w)
      return draftHere({ read, files: stored.within?.(read) ?? stored })
    },
    kind,
    reading,
    at,
  })
  if (taken === null) return NOTHING_DONE
  const { draft } = taken
  for (const [path, hash] of draft.baseHashes) if (!baseHashes.has(path)) baseHashes.set(path, hash)
  for (const { state, problem, ...place } of draft.states) await markFile(context, place, { state, problem })
  for (const { path, language, namespace, side } of draft.detached) {
    const nothing = { state: 'in-step', problem: null, entries: 0, syncedAt: null } as const
    await context.store.write(async (w) => {
      const fields = { sourceId: context.source.id, path, language, namespace, side, ...nothing }
      const { id } = await upsertFile(w, fields)
      // No text is left that they could be about.
      await deleteConflictsOfFile(w, id)
    })
  }
  for (const { id } of draft.displaced) await context.store.write((w) => deleteFilePart(w, id))
  await keepFacts(context, draft)
  // Their bytes are in the catalog now but were never at the path, which is merged and written next.
  const again = forgetConcurrentWrites(context, paths)
  const files = draft.files.filter(({ path }) => !again.includes(path))
  const written = await writeFiles(context, { files, newFiles: draft.newFiles, at })
  const changed = taken.operations + written.changed
  const { linked, movedTo } = draft
  return { changed, again: [...again, ...written.again], linked, movedTo }
}

const NOTHING_DONE: BatchResult = { changed: 0, again: [], linked: false, movedTo: [] }

/** Files with this total size or more are not parsed and merged on the thread that answers requests. */
export const LARGE_BYTES = 64 * 1024

/** Whether files are read, merged and spliced in a separate thread. */
export async function isLarge(
  { files }: { readonly files: Pick<SourceFiles, 'list'> },
  paths: readonly string[],
): Promise<boolean> {
  let bytes = 0
  for (const file of await files.list(paths)) bytes += file.bytes
  return bytes >= LARGE_BYTES
}

/** More files are read where they are merged. */
const FEW = 5

/**
 * Whether a few files are as last synced and the catalog requires nothing, for example when our own writes
 * are reported back: that is determined without starting a thread.
 */
async function areAsSynced(
  { store, source, files, format, baseHashes, concurrentWrites }: SyncContext,
  { paths, fromCatalog }: Pick<BatchRequest, 'paths' | 'fromCatalog'>,
): Promise<boolean> {
  const holdsSources = format.languages === 'two' || format.holdsSources !== undefined
  if (paths.length > FEW || holdsSources) return false
  if (paths.some((path) => fromCatalog.has(path) || concurrentWrites.has(path))) return false
  const rows = await store.read((r) => listFiles(r, { sourceId: source.id }))
  for (const path of paths) {
    const known = rows.filter((row) => row.path === path)
    const hash = baseHashes.get(path)
    if (hash === undefined || known.length === 0 || !known.every((row) => isDone(format, row))) return false
    const file = await files.read(path)
    if (file.kind !== 'bytes' || file.hash !== hash) return false
  }
  return true
}

/** Returns what this process knows about some files in addition to the store. */
function memoryOf(
  { baseHashes, concurrentWrites, replaced }: SyncContext,
  paths: readonly string[],
): ReadonlyMap<string, FileMemory> {
  return new Map(
    paths.map((path) => [
      path,
      {
        baseHash: baseHashes.get(path) ?? null,
        concurrentWrite: concurrentWrites.get(path)?.[0] ?? null,
        replaced: replaced.get(path) ?? null,
      },
    ]),
  )
}

/** Stores what each file can hold, for the editor and the checks, and that all its keys were imported. */
async function keepFacts({ store, source }: SyncContext, draft: SyncDraft): Promise<void> {
  const isKnown = ({ limits, row }: DraftPart) =>
    JSON.stringify(limits) === JSON.stringify(row?.limits ?? null) && row?.hasAnyKeys !== false
  const news = draft.files.flatMap((file) => file.parts.filter((part) => !isKnown(part)))
  if (news.length === 0) return
  await store.write(async (w) => {
    const rows = await listFiles(w, { sourceId: source.id })
    const found = news.flatMap(({ path, language, limits }) => {
      const row = rows.find((one) => one.path === path && one.language === language)
      return row === undefined ? [] : [{ id: row.id, limits }]
    })
    for (const { id, limits } of found) await setFileLimits(w, { fileId: id, limits })
    await noteAnyKeys(
      w,
      found.map(({ id }) => id),
    )
  })
}

/** Drops the bytes that were merged instead of the files; returns the paths of those files. */
function forgetConcurrentWrites({ concurrentWrites }: SyncContext, paths: readonly string[]): string[] {
  const read = paths.filter((path) => concurrentWrites.has(path))
  for (const path of read) {
    const later = concurrentWrites.get(path)?.slice(1) ?? []
    if (later.length > 0) concurrentWrites.set(path, later)
    else concurrentWrites.delete(path)
  }
  return read
}
