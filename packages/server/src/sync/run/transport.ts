import type { SourceFiles } from '../source-files.ts'

/** Access to the files of one source, and to changes that others make to them. */
export type Transport = { readonly files: SourceFiles; readonly watch: SourceWatch }

export type SourceWatch = {
  /** Reports changes from now on, until it is closed. If it throws, it does so as soon as it can. */
  readonly start: (listener: SourceListener) => Promise<void>
  /** Called before files are listed and then synced: until the next round, only `replace` changes them. */
  readonly beforeRound?: () => Promise<void>
  /** Called before some files are read: changes from now on are reported. */
  readonly beforeSync: (paths: readonly string[]) => Promise<void>
  /** Called after they were compared. `linked`: some of them lead through a symbolic link. */
  readonly afterSync: (paths: readonly string[], found: { readonly linked: boolean }) => Promise<void>
  readonly close: () => Promise<void>
}

export type SourceListener = {
  /** Called when files were added, changed or removed. */
  readonly onFound: (paths: readonly string[]) => void
  /** Called when all files were replaced by others: everything has to be compared. */
  readonly onReplaced: () => Promise<unknown>
  /** Merges what was found or saved until now; resolves when it is in the catalog and in the files. */
  readonly mergeFound: () => Promise<void>
}
