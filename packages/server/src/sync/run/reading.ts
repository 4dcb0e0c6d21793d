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
  /** One transaction; `continues` is the operation that earlier ones have begun. */
  readonly write: <T extends ReadIn>(
    work: (w: Writer, continues: number | undefined) => Promise<T>,
  ) => Promise<T>
}

/**
 * What came of one transaction; operation 0: it changed nothing. `cursor` is where the job goes on after a
 * restart.
 */
export type ReadIn = { readonly operationId: number; readonly cursor?: unknown }
