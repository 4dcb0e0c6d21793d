import type { Kysely } from 'kysely'
import type { Dialect } from './dialect/dialect.ts'
import type { Tables } from './tables.ts'
import type { Touched } from './types.ts'

export type StoreConfig = { readonly kind: 'sqlite'; readonly folder: string } | { readonly kind: 'postgres'; readonly url: string }

/** Handle for reads. Opaque outside this package: pass it to the read functions. */
export type Reader = { readonly db: Kysely<Tables>; readonly dialect: Dialect }

/** Handle for writes inside one transaction. Reads may be done with it too and see what was written. */
export type Writer = Reader & {
  /** Runs after the commit; not at all when the transaction fails. */
  readonly afterCommit: (task: () => void) => void
}

export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  read<T>(job: (r: Reader) => Promise<T>): Promise<T>
  /** One transaction. The job may run more than once: no network, no files, no effects except through `afterCommit`. */
  write<T>(job: (w: Writer) => Promise<T>): Promise<T>
  /** Called after every committed operation, in order. */
  onCommit(listener: (touched: Touched) => void): () => void
  /** A whole copy while writing goes on, checked before it counts. */
  backup(toFile: string): Promise<{ readonly sizeBytes: number }>
  close(): Promise<void>
}
