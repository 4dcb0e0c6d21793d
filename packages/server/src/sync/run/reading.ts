import type { Writer } from '@dragoman/store'

/**
 * How a job reads a folder: it receives progress, decides when to stop, and writes everything as one
 * operation in its own transactions.
 */
export type Reading = {
  /** Checked between two batches of files: what is not read by then is left as it is. */
  readonly isStopped: () => boolean
  /** Reports how many files are to be read. */
  readonly found: (files: number) => void
  /** Reports the current file. */
  readonly reads: (path: string) => void
  /** Reports that some files were read. */
  readonly hasRead: (files: number) => void
  /**
   * Reports how many of the current files are in the catalog, for the progress bar; `hasRead` counts them.
   */
  readonly hasPartlyRead: (files: number) => void
  /** The operation that it writes with; null: nothing was written yet. */
  readonly operationId: () => number | null
  /** Returns how many keys to add in one step, so that others wait only for a moment. */
  readonly stepSize: () => number
  /**
   * Runs one transaction; `continues` is the operation that earlier ones started. The duration of a step
   * determines the size of the next one.
   */
  readonly write: <T extends ReadIn>(
    work: (w: Writer, continues: number | undefined) => Promise<T>,
    kind?: 'step' | 'whole',
  ) => Promise<T>
}

/** The result of one transaction; operation 0: it changed nothing. */
export type ReadIn = { readonly operationId: number }
