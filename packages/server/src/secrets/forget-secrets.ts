import { lockStoredSecrets, openStore, putStoredSecrets } from '@dragoman/store'
import type { Config } from '../config.ts'
import { StartError } from '../http/listen.ts'
import { instanceSecrets } from './instance-secrets.ts'

/**
 * Accepts the secret of the next start, because the one that the database was used with is lost. Returns false, and
 * changes nothing, if the one of `config` is right. With SQLite no server can run on the data: throws
 * DataFolderLockedError, and what opening the store throws.
 */
export async function forgetSecrets({ database, secret }: Config): Promise<boolean> {
  const store = await openStore(database)
  try {
    await instanceSecrets(store, secret ?? null)
    return false
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    await store.write(async (w) => {
      const { generated } = await lockStoredSecrets(w)
      await putStoredSecrets(w, { generated, sealed: null })
    })
    return true
  } finally {
    await store.close()
  }
}
