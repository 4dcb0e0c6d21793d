import type { OperationKind } from '@dragoman/core'
import { listFiles, noteAnyKeys, setFileLimits, upsertFile } from '@dragoman/store'
import type { FromCatalog } from '../due-files.ts'
import { takeIntoCatalog } from './apply-to-catalog.ts'
import type { SyncContext } from './context.ts'
import { draftSync } from './draft-sync.ts'
import type { Reading } from './reading.ts'
import { recoverWrites } from './recover-writes.ts'
import type { DraftAccess, DraftPart, FileMemory, SyncDraft } from './sync-draft.ts'
import { markFile, writeFiles } from './write-back.ts'

export type BatchRequest = {
  readonly paths: readonly string[]
  /** What the catalog has changed: it is merged although the file is as it was. */
  readonly fromCatalog: FromCatalog
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  /** The job that it is a part of. */
  readonly reading?: Reading | null
  /** Files that come for the first time are left to a job. */
  readonly onlyKnown?: boolean
}

export type BatchResult = {
  /** Files or catalog changed. */
  readonly changed: number
  /** To be merged again: somebody wrote them meanwhile. */
  readonly again: readonly string[]
  /** Some of the paths are links. */
  readonly linked: boolean
}

/**
 * Syncs some files both ways: reads, merges key by key with the catalog, takes what changed into it, then
 * writes back. A file that cannot be read takes no part; a file that is gone never removes anything from the
 * catalog.
 */
export async function syncBatch(context: SyncContext, request: BatchRequest): Promise<BatchResult> {
  await recoverWrites(context)
  const at = context.now().toISOString()
  const { paths, fromCatalog, kind, reading = null, onlyKnown = false } = request
  const { projectId, source, store, files: stored, format, baseHashes } = context
  const wanted = { projectId, source, paths, fromCatalog, onlyKnown, memory: memoryOf(context, paths) }
  const wantedNow = () => ({ ...wanted, begunBy: reading?.operationId() ?? null })
  const draftHere = (read: DraftAccess['read']) => draftSync({ read, files: stored, format }, wantedNow())
  const elsewhere = (await isLarge(context, paths)) ? context.draftElsewhere : null
  const taken = await takeIntoCatalog(context, {
    draft: () => (elsewhere === null ? draftHere((job) => store.read(job)) : elsewhere(wantedNow())),
    draftWithin: (w) => draftHere((job) => job(w)),
    kind,
    reading,
    at,
  })
  if (taken === null) return { changed: 0, again: [], linked: false }
  const { draft } = taken
  for (const [path, hash] of draft.baseHashes) if (!baseHashes.has(path)) baseHashes.set(path, hash)
  for (const { state, problem, ...place } of draft.states) await markFile(context, place, { state, problem })
  for (const { path, language, namespace, side } of draft.detached) {
    const nothing = { state: 'in-step', problem: null, entries: 0, syncedAt: null } as const
    await context.store.write((w) =>
      upsertFile(w, { sourceId: context.source.id, path, language, namespace, side, ...nothing }),
    )
  }
  await keepFacts(context, draft)
  // Their bytes are in the catalog now and were never those at the path: that is merged next, and written.
  const again = forgetConcurrentWrites(context, paths)
  const files = draft.files.filter(({ path }) => !again.includes(path))
  const written = await writeFiles(context, { files, newFiles: draft.newFiles, at })
  const changed = taken.operations + written.changed
  return { changed, again: [...again, ...written.again], linked: draft.linked }
}

/** Files of this size and more, together, are not parsed and merged on the thread that answers requests. */
const LARGE_BYTES = 64 * 1024

async function isLarge({ files }: SyncContext, paths: readonly string[]): Promise<boolean> {
  let bytes = 0
  for (const file of await files.list(paths)) bytes += file.bytes
  return bytes >= LARGE_BYTES
}

/** What this process knows of some files beside what the store does. */
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

/**
 * Remembers what each file can hold, so that the editor and the checks know it, and that all its keys were
 * taken.
 */
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

/** Lets go of what was read instead of the files; answers which those are. */
function forgetConcurrentWrites({ concurrentWrites }: SyncContext, paths: readonly string[]): string[] {
  const read = paths.filter((path) => concurrentWrites.has(path))
  for (const path of read) {
    const later = concurrentWrites.get(path)?.slice(1) ?? []
    if (later.length > 0) concurrentWrites.set(path, later)
    else concurrentWrites.delete(path)
  }
  return read
}
