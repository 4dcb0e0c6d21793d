import type { Format } from '@dragoman/formats'
import type { SourceRow, Store } from '@dragoman/store'
import type { Log } from '../../log.ts'
import type { SourceFiles } from '../source-files.ts'
import type { DraftRequest, SyncDraft } from './sync-draft.ts'

/** Shared by the steps of one source's sync. */
export type SyncContext = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly projectId: number
  readonly source: SourceRow
  readonly format: Format
  readonly files: SourceFiles
  /** Drafts a sync in another thread; null: not available. */
  readonly draftElsewhere: ((request: DraftRequest) => Promise<SyncDraft | null>) | null
  /** Hash of each file's last synced bytes, so that an unchanged file is not processed twice. */
  readonly baseHashes: Map<string, string>
  /**
   * What other programs wrote into a file at the moment it was replaced, oldest first, by path. These bytes
   * are no longer in any file: each is merged with the catalog before the file itself.
   */
  readonly concurrentWrites: Map<string, Uint8Array[]>
  /** Recent replacements of files by this program, newest first, by path. */
  readonly replaced: Map<string, readonly Replaced[]>
  /** Operations of this sync whose commits have not been reported yet: they need no write-back. */
  readonly ownOperations: Set<number>
}

/** A replacement of a file: its bytes before and after, and when. */
export type Replaced = { readonly before: Uint8Array; readonly after: Uint8Array; readonly atMs: number }

/** Programs that read a file and write it again take no longer than this. */
const UNSEEN_MS = 2000

/** Remembers a replacement for as long as a program can write the file without having seen it. */
export function rememberReplaced({ replaced }: SyncContext, path: string, done: Replaced): void {
  replaced.set(path, [done, ...recentlyReplaced(replaced.get(path) ?? [], done.atMs)])
  for (const [other, list] of replaced)
    if (recentlyReplaced(list, done.atMs).length === 0) replaced.delete(other)
}

/** Returns the replacements that a program which wrote the file at `atMs` might not have seen. */
export function recentlyReplaced(list: readonly Replaced[], atMs: number): readonly Replaced[] {
  return list.filter((one) => atMs - one.atMs <= UNSEEN_MS)
}

/** Returns the context of a sync that starts now. */
export function openSyncContext(
  parts: Pick<SyncContext, 'store' | 'now' | 'log' | 'projectId' | 'source' | 'format' | 'files'> &
    Partial<Pick<SyncContext, 'draftElsewhere'>>,
): SyncContext {
  return {
    draftElsewhere: null,
    ...parts,
    baseHashes: new Map(),
    concurrentWrites: new Map(),
    replaced: new Map(),
    ownOperations: new Set(),
  }
}
