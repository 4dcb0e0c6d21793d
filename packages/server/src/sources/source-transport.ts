import type { Transport } from '../sync/run/transport.ts'
import type { LeftOut } from './folder/left-out.ts'
import type { GitSnapshot } from './git/read/git-files.ts'

/** How the files of a connected source are reached, and what else is known about it. */
export type SourceTransport = Transport & {
  /** Sends pending changes now. Absent if what is written takes effect immediately. */
  readonly send?: () => Promise<void>
  /** Something new was reported. Absent if that is noticed anyway. */
  readonly hear?: () => void
  /** Whether it notices changes of others to the files. */
  readonly isWatching: () => boolean
  /** Paths where files of the pattern could be, and that are not read. */
  readonly leftOut: () => readonly LeftOut[]
  /** What another thread needs to read the current files, if they are not on disk. */
  readonly snapshot: () => GitSnapshot | null
  /** A thread that reads them has failed. */
  readonly onThreadFault?: (error: unknown) => void
  /**
   * Makes sure that the source answers, and learns what is new there, before a comparison that someone waits
   * for. Throws `source-unreachable`.
   */
  readonly reach: () => Promise<void>
}
