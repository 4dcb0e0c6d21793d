import type { SourcePlace, SourceRow } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { newestEvent } from './events.ts'
import { sourcePlace, sourceSettings } from './source-settings.ts'

export async function createSource(
  w: Writer,
  source: Omit<SourceRow, 'id'> & { readonly projectId: number },
): Promise<SourceRow> {
  const id = await w.dialect.allocate(w.db, 'source', 1)
  const row: Tables['source'] = {
    id,
    project_id: source.projectId,
    kind: source.kind,
    settings: sourceSettings(source),
    pattern: source.pattern,
    format: source.format,
    writable: source.writable ? 1 : 0,
    created_at: source.createdAt,
    // What was saved before is none of its business until it is read in.
    written_to: (await newestEvent(w)).number,
    left_out: '[]',
  }
  await w.db.insertInto('source').values(row).execute()
  w.emit({ kind: 'source.added', projectId: source.projectId, payload: { sourceId: id } })
  return sourceRow(row)
}

export async function listSources({ db }: Reader, projectId: number): Promise<readonly SourceRow[]> {
  const rows = await db
    .selectFrom('source')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(sourceRow)
}

export async function sourceById({ db }: Reader, id: number): Promise<SourceRow | null> {
  const row = await db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? sourceRow(row) : null
}

/** Whether some project has these files already. */
export async function isConnected({ db }: Reader, place: SourcePlace, pattern: string): Promise<boolean> {
  const row = await db
    .selectFrom('source')
    .select('id')
    .where('kind', '=', place.kind)
    .where('settings', '=', sourceSettings(place))
    .where('pattern', '=', pattern)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the source with its file rows and conflicts; keys, texts and files on disk stay. */
export async function removeSource({ db, emit }: Writer, id: number): Promise<boolean> {
  const row = await db.deleteFrom('source').where('id', '=', id).returning('project_id').executeTakeFirst()
  if (row === undefined) return false
  emit({ kind: 'source.removed', projectId: row.project_id, payload: { sourceId: id } })
  return true
}

function sourceRow(row: Tables['source']): SourceRow {
  return {
    id: row.id,
    ...sourcePlace(row),
    pattern: row.pattern,
    format: row.format,
    writable: row.writable === 1,
    createdAt: row.created_at,
  }
}
