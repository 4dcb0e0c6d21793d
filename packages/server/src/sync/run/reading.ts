import type { Writer } from '@dragoman/store'

/**
 * How a job reads in a folder: it is told how far that is, says when to stop, and writes everything as one
 * operation in transactions of its own.
 */
export type Reading = {
  /** Asked between two batches of files: what is not read by then is left as it is. */
  readonly isStopped: () => boolean
  /** So many files are to be read. */
  readonly found: (files: number) => void
  /** What is being read now. */
  readonly reads: (path: string) => void
  /** Some files have been read. */
  readonly hasRead: (files: number) => void
  /** So many of the files that are being read are in the catalog, for the bar; `hasRead` counts them. */
  readonly hasPartlyRead: (files: number) => void
  /** The operation that it writes with; null: nothing was written yet. */
  readonly operationId: () => number | null
  /** How many keys to add in one step, so that others wait for a moment only. */
  readonly stepSize: () => number
  /**
   * One transaction; `continues` is the operation that earlier ones have begun. How long a step takes decides
   * how large the next one is.
   */
  readonly write: <T extends ReadIn>(
    work: (w: Writer, continues: number | undefined) => Promise<T>,
    kind?: 'step' | 'whole',
  ) => Promise<T>
}

/**
 * What came of one transaction; operation 0: it changed nothing. `cursor` is where the job goes on after a
 * restart.
 */
export type ReadIn = { readonly operationId: number; readonly cursor?: unknown }
