import { dropFileWrite, fileBase, finishFileWrite, listFileWrites } from '@dragoman/store'
import { hashOf } from '../hash-of.ts'
import type { SyncContext } from './context.ts'

/**
 * Determines for each file that was being replaced when the process or the database failed whether it was
 * replaced. An unreachable source is checked the next time.
 */
export async function recoverWrites({
  store,
  source,
  files,
  baseHashes,
}: Pick<SyncContext, 'store' | 'source' | 'files' | 'baseHashes'>): Promise<void> {
  for (const { path, temporary } of await store.read((r) => listFileWrites(r, source.id))) {
    const base = await store.read((r) => fileBase(r, source.id, path))
    const begun = await files.wasReplaced(path, temporary, base && hashOf(base))
    if (begun.kind === 'unknown') continue
    await store.write(
      async (w) =>
        void (begun.kind === 'done'
          ? await finishFileWrite(w, source.id, path, Date.now())
          : await dropFileWrite(w, source.id, path)),
    )
    baseHashes.delete(path)
    await begun.cleanUp()
  }
}
