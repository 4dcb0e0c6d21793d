import type { Format } from '@dragoman/formats'
import type { SourceRow, Store } from '@dragoman/store'
import type { Log } from '../../log.ts'

/** What the steps of one folder's sync share. */
export type SyncContext = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly projectId: number
  readonly source: SourceRow
  readonly format: Format
  /** Hash of each file's last synced bytes, so that an unchanged file is not looked at twice. */
  readonly baseHashes: Map<string, string>
  /** What each file looked like when it was last read or written, to find changes that watching missed. */
  readonly stamps: Map<string, string>
  /**
   * What other programs wrote into a file in the moment it was replaced, oldest first, by path. It stands nowhere on disk any more: each is merged
   * with the catalog before the file itself.
   */
  readonly overtaken: Map<string, Uint8Array[]>
  /** Operations this sync has done itself: their commits need no write-back. */
  readonly ownOperations: Set<number>
}
