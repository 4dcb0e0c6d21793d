import { openPostgresReader } from './open-postgres.ts'
import { openSqliteReader } from './open-sqlite.ts'
import type { Reader, StoreConfig } from './store.ts'

export type OpenReader = {
  readonly reader: Reader
  /** Returns what an error of the database means; other errors unchanged. */
  readonly explain: (error: unknown) => unknown
  readonly close: () => Promise<void>
}

/**
 * Opens a connection for reads only, for another thread of the process that holds the store. It sees each
 * commit immediately.
 */
export async function openReader(config: StoreConfig): Promise<OpenReader> {
  return config.kind === 'sqlite' ? openSqliteReader(config.folder) : openPostgresReader(config.url)
}
