import { type FileRow, listOperations } from '@dragoman/store'
import type { SyncContext } from './context.ts'
import { isFromSource } from './sync-of.ts'

/** A save takes time to commit: it can be slightly older than the sync that did not see it. */
const CLOCK_MARGIN_MS = 60_000
/** How many operations are checked after a restart; with more since the last sync, everything is compared. */
const RECENT_OPERATIONS = 2000

/**
 * Returns files whose language was edited after their last sync: a save might have been confirmed but not
 * written back when the process ended.
 */
export async function workedOnSince(
  { store, projectId, source }: Pick<SyncContext, 'store' | 'projectId' | 'source'>,
  rows: readonly FileRow[],
): Promise<readonly FileRow[]> {
  const synced = rows.filter((file) => file.syncedAt !== null)
  const since = new Map(synced.map((file) => [file.id, subtractMs(file.syncedAt ?? '', CLOCK_MARGIN_MS)]))
  const oldest = [...since.values()].sort()[0]
  if (oldest === undefined) return []
  const { rows: operations } = await store.read((r) =>
    listOperations(r, { projectId, limit: RECENT_OPERATIONS }),
  )
  const recent = operations.filter((operation) => operation.at >= oldest && !isFromSource(source, operation))
  if (recent.length === RECENT_OPERATIONS) return synced
  return synced.filter((file) =>
    recent.some(({ at, summary }) => {
      if (at < (since.get(file.id) ?? '')) return false
      return (
        summary.languages.includes(file.language) ||
        summary.keysAdded + summary.keysRemoved + summary.keysEdited > 0
      )
    }),
  )
}

function subtractMs(time: string, byMs: number): string {
  return new Date(Date.parse(time) - byMs).toISOString()
}
