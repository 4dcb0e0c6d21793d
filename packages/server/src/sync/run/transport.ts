import type { SourceFiles } from '../source-files.ts'

/** How the files of one source are reached, and how what others do to them is noticed. */
export type Transport = { readonly files: SourceFiles; readonly watch: SourceWatch }

export type SourceWatch = {
  /** From now on tells what happens, until it is closed. */
  readonly start: (listener: SourceListener) => Promise<void>
  /** Some files are about to be read: what happens to them from now on is news. */
  readonly beforeSync: (paths: readonly string[]) => Promise<void>
  /** They were compared. `linked`: some of them lead through a link. */
  readonly afterSync: (paths: readonly string[], found: { readonly linked: boolean }) => Promise<void>
  readonly close: () => Promise<void>
}

export type SourceListener = {
  /** Files came, changed or went. */
  readonly onFound: (paths: readonly string[]) => void
  /** Other files lie in the place of all: everything is to be compared. */
  readonly onReplaced: () => Promise<unknown>
}
