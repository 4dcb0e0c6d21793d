import { openPostgresReader } from './open-postgres.ts'
import { openSqliteReader } from './open-sqlite.ts'
import type { Reader, StoreConfig } from './store.ts'

export type OpenReader = { readonly reader: Reader; readonly close: () => Promise<void> }

/**
 * A connection for reads alone, for another thread of the process that holds the store. Sees each commit as
 * soon as it is made.
 */
export async function openReader(config: StoreConfig): Promise<OpenReader> {
  return config.kind === 'sqlite' ? openSqliteReader(config.folder) : openPostgresReader(config.url)
}
