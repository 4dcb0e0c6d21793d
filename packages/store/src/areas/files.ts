import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { parsed } from '../rows.ts'
import type { FileProblem, FileRow, FileSide, FileState } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Smaller ones are not worth deflating. */
const DEFLATE_FROM_BYTES = 4096

/** Ordered by path and language. */
export async function listFiles(
  { db }: Reader,
  of: { readonly sourceId: number } | { readonly projectId: number },
): Promise<readonly FileRow[]> {
  const where = 'sourceId' in of ? sql`f.source_id = ${of.sourceId}` : sql`f.project_id = ${of.projectId}`
  const found = await sql<Tables['file'] & { conflicts: number }>`
    select f.*, (select count(*) from conflict c where c.file_id = f.id and c.state = 'open') as conflicts
    from file f where ${where}`.execute(db)
  return found.rows.map(fileRow).sort((a, b) => compare(a.path, b.path) || compare(a.language, b.language))
}

export type FileFields = {
  readonly sourceId: number
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  readonly state: FileState
  readonly problem: FileProblem | null
  readonly entries: number
  /** Null: the texts of this language were never synced, whatever is kept of the file. */
  readonly syncedAt: string | null
}

/** Makes or changes the row of one language of a file of a source. Throws where there is no such source. */
export async function upsertFile({ db, dialect }: Writer, file: FileFields): Promise<FileRow> {
  const source = await db.selectFrom('source').select('project_id').where('id', '=', file.sourceId).executeTakeFirstOrThrow()
  const there = await db
    .selectFrom('file')
    .select('id')
    .where('source_id', '=', file.sourceId)
    .where('path', '=', file.path)
    .where('language', '=', file.language)
    .executeTakeFirst()
  const id = there?.id ?? (await dialect.allocate(db, 'file', 1))
  const row: Tables['file'] = {
    id,
    source_id: file.sourceId,
    project_id: source.project_id,
    path: file.path,
    language: file.language,
    namespace: file.namespace,
    side: file.side,
    state: file.state,
    problem: file.problem ? JSON.stringify(file.problem) : null,
    entries: file.entries,
    synced_at: file.syncedAt,
  }
  if (there) await db.updateTable('file').set(row).where('id', '=', id).execute()
  else await db.insertInto('file').values(row).execute()
  const open = await sql<{ n: number }>`select count(*) as n from conflict where file_id = ${id} and state = 'open'`.execute(db)
  return fileRow({ ...row, conflicts: open.rows[0]?.n ?? 0 })
}

/** Remembers the bytes of a file as they are after a sync. */
export async function keepFileBase({ db }: Writer, sourceId: number, path: string, base: Uint8Array): Promise<void> {
  const deflated = base.byteLength >= DEFLATE_FROM_BYTES
  // The drivers take Buffers; this one shares the bytes.
  const bytes = deflated ? deflateRawSync(base, { level: 1 }) : Buffer.from(base.buffer, base.byteOffset, base.byteLength)
  const row = { deflated: deflated ? 1 : 0, bytes }
  await db
    .insertInto('file_base')
    .values({ source_id: sourceId, path, ...row })
    .onConflict((conflict) => conflict.columns(['source_id', 'path']).doUpdateSet(row))
    .execute()
}

/** Bytes of the file as they were after the last sync; null: never synced. */
export async function fileBase({ db }: Reader, sourceId: number, path: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('file_base')
    .select(['deflated', 'bytes'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row) return null
  return row.deflated === 1 ? inflateRawSync(row.bytes) : row.bytes
}

export async function removeFile({ db }: Writer, fileId: number): Promise<boolean> {
  const done = await db.deleteFrom('file').where('id', '=', fileId).executeTakeFirst()
  return Number(done.numDeletedRows) > 0
}

function fileRow(row: Tables['file'] & { readonly conflicts: number }): FileRow {
  return {
    id: row.id,
    sourceId: row.source_id,
    path: row.path,
    language: row.language,
    namespace: row.namespace,
    side: row.side === 'source' ? 'source' : 'target',
    state: row.state as FileState,
    problem: row.problem === null ? null : parsed<FileProblem>(row.problem),
    entries: row.entries,
    conflicts: row.conflicts,
    syncedAt: row.synced_at,
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
