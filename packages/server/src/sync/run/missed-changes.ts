import { readEvent } from '@dragoman/contract'
import { changesNotOf, type FileRow, sourceStatuses } from '@dragoman/store'
import { type CatalogChange, catalogChangeOf } from '../catalog-change.ts'
import type { SyncContext } from './context.ts'

/**
 * Returns changes since everything was last written that need files which do not exist yet, of new namespaces and
 * languages: while no process synced the source, no one received them.
 */
export async function missedChanges(
  { store, projectId, source }: Pick<SyncContext, 'store' | 'projectId' | 'source'>,
  rows: readonly FileRow[],
): Promise<readonly CatalogChange[]> {
  const events = await store.read(async (r) => {
    const writtenTo = (await sourceStatuses(r, projectId)).get(source.id)?.writtenTo ?? 0
    // Never compared: what was there before it is read in gets no files.
    return writtenTo === 0 ? [] : changesNotOf(r, { sourceId: source.id, projectId }, writtenTo)
  })
  const known = new Set(rows.map(placeOf))
  return events.flatMap((row): readonly CatalogChange[] => {
    const event = readEvent(row)
    if (event?.kind !== 'content.changed') return []
    const { operationId, files } = catalogChangeOf({ ...event.payload, projectId })
    const missing = files.filter((file) => !known.has(placeOf(file)))
    return missing.length === 0 ? [] : [{ operationId, files: missing, texts: 'any' }]
  })
}

function placeOf({ language, namespace }: { readonly language: string; readonly namespace: string }): string {
  return JSON.stringify([language, namespace])
}
