import type { Kysely } from 'kysely'
import type { Dialect } from './dialect/dialect.ts'
import type { Reader } from './store.ts'
import type { Tables } from './tables.ts'

/** Returns a handle that has a budget already, or needs none. */
export function unlimited(db: Kysely<Tables>, dialect: Dialect): Reader {
  const reader: Reader = { db, dialect, limited: (job) => job(reader) }
  return reader
}
