import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { parsed } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { FileProblem, FileRow, FileState } from '../types.ts'

/** Smaller ones are not worth deflating. */
const DEFLATE_FROM_BYTES = 4096

/** Ordered by path. */
export async function listFiles(
  { db }: Reader,
  of: { readonly sourceId: number } | { readonly projectId: number },
): Promise<readonly FileRow[]> {
  const where = 'sourceId' in of ? sql`f.source_id = ${of.sourceId}` : sql`f.project_id = ${of.projectId}`
  const found = await sql<Tables['file'] & { conflicts: number }>`
    select f.*, (select count(*) from conflict c where c.file_id = f.id and c.state = 'open') as conflicts
    from file f where ${where}`.execute(db)
  return found.rows.map(fileRow).sort((a, b) => (a.path < b.path ? -1 : 1))
}

export type FileFields = {
  readonly sourceId: number
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly state: FileState
  readonly problem: FileProblem | null
  readonly entries: number
  /** Bytes of the last sync; omitted: what is kept stays. */
  readonly base?: Uint8Array | null
  readonly syncedAt: string | null
}

/** Makes or changes the row of a file of a source. Throws where there is no such source. */
export async function upsertFile(w: Writer, file: FileFields): Promise<FileRow> {
  const { db, dialect } = w
  const source = await db.selectFrom('source').select('project_id').where('id', '=', file.sourceId).executeTakeFirstOrThrow()
  const there = await db
    .selectFrom('file')
    .select('id')
    .where('source_id', '=', file.sourceId)
    .where('path', '=', file.path)
    .executeTakeFirst()
  const id = there?.id ?? (await dialect.allocate(db, 'file', 1))
  const row: Tables['file'] = {
    id,
    source_id: file.sourceId,
    project_id: source.project_id,
    path: file.path,
    language: file.language,
    namespace: file.namespace,
    state: file.state,
    problem: file.problem ? JSON.stringify(file.problem) : null,
    entries: file.entries,
    synced_at: file.syncedAt,
  }
  if (there) await db.updateTable('file').set(row).where('id', '=', id).execute()
  else await db.insertInto('file').values(row).execute()
  if (file.base !== undefined) await keepBase(w, id, file.base)
  const open = await sql<{ n: number }>`select count(*) as n from conflict where file_id = ${id} and state = 'open'`.execute(db)
  return fileRow({ ...row, conflicts: open.rows[0]?.n ?? 0 })
}

async function keepBase({ db }: Writer, fileId: number, base: Uint8Array | null): Promise<void> {
  await db.deleteFrom('file_base').where('file_id', '=', fileId).execute()
  if (base === null) return
  const deflated = base.byteLength >= DEFLATE_FROM_BYTES
  // The drivers take Buffers; this one shares the bytes.
  const bytes = deflated ? deflateRawSync(base, { level: 1 }) : Buffer.from(base.buffer, base.byteOffset, base.byteLength)
  await db
    .insertInto('file_base')
    .values({ file_id: fileId, deflated: deflated ? 1 : 0, bytes })
    .execute()
}

/** Bytes of the file as they were after the last sync; null: never synced. */
export async function fileBase({ db }: Reader, fileId: number): Promise<Uint8Array | null> {
  const row = await db.selectFrom('file_base').select(['deflated', 'bytes']).where('file_id', '=', fileId).executeTakeFirst()
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
    state: row.state as FileState,
    problem: row.problem === null ? null : parsed<FileProblem>(row.problem),
    entries: row.entries,
    conflicts: row.conflicts,
    syncedAt: row.synced_at,
  }
}
