import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { parseJson } from '../rows.ts'
import type { FileProblem, FileRow, FileSide, FileState, HeldText } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { limitsFrom } from './text-limits.ts'

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
  /** Absent: as it was; none for a new row. */
  readonly held?: readonly HeldText[]
  /** Absent: as it was; 0 for a new row. */
  readonly entries?: number
  /** Null: the texts of this language were never synced, whatever is kept of the file. Absent: as it was. */
  readonly syncedAt?: string | null
}

/** Makes or changes the row of one language of a file of a source. Throws where there is no such source. */
export async function upsertFile({ db, dialect, emit }: Writer, file: FileFields): Promise<FileRow> {
  const source = await db
    .selectFrom('source')
    .select('project_id')
    .where('id', '=', file.sourceId)
    .executeTakeFirstOrThrow()
  const there = await db
    .selectFrom('file')
    .select(['id', 'held', 'entries', 'synced_at', 'limits', 'any_keys'])
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
    held: file.held ? JSON.stringify(file.held) : (there?.held ?? '[]'),
    entries: file.entries ?? there?.entries ?? 0,
    synced_at: file.syncedAt === undefined ? (there?.synced_at ?? null) : file.syncedAt,
    limits: there?.limits ?? null,
    any_keys: there?.any_keys ?? 1,
  }
  if (there) await db.updateTable('file').set(row).where('id', '=', id).execute()
  else await db.insertInto('file').values(row).execute()
  emit({ kind: 'files.changed', projectId: source.project_id, payload: {} })
  const open = await sql<{
    n: number
  }>`select count(*) as n from conflict where file_id = ${id} and state = 'open'`.execute(db)
  return fileRow({ ...row, conflicts: open.rows[0]?.n ?? 0 })
}

/** The catalog has all keys of these files now, those with control characters too. */
export async function noteAnyKeys({ db }: Writer, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length > 0)
    await db.updateTable('file').set({ any_keys: 1 }).where('id', 'in', fileIds).execute()
}

/**
 * Remembers the bytes of a file as they were when file and catalog were last compared: another program wrote
 * them.
 */
export async function keepFileBase(
  { db }: Writer,
  sourceId: number,
  path: string,
  base: Uint8Array | PackedBytes,
): Promise<void> {
  const row = { ...packedRow(base), replaced_ms: null, replaced_deflated: null, replaced_bytes: null }
  await db
    .insertInto('file_base')
    .values({ source_id: sourceId, path, ...row })
    .onConflict((conflict) => conflict.columns(['source_id', 'path']).doUpdateSet(row))
    .execute()
}

/** Bytes as they are stored: large ones deflated, which takes time that another thread may have. */
export type PackedBytes = { readonly isDeflated: boolean; readonly bytes: Uint8Array }

export function packBytes(whole: Uint8Array): PackedBytes {
  return whole.byteLength < DEFLATE_FROM_BYTES
    ? { isDeflated: false, bytes: whole }
    : { isDeflated: true, bytes: deflateRawSync(whole, { level: 1 }) }
}

type PackedRow = Pick<Tables['file_base'], 'deflated' | 'bytes'>

export function packedRow(given: Uint8Array | PackedBytes): PackedRow {
  const { isDeflated, bytes } = given instanceof Uint8Array ? packBytes(given) : given
  // The drivers take Buffers; this one shares the bytes.
  const shared = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { deflated: isDeflated ? 1 : 0, bytes: shared }
}

/**
 * Remembers the bytes that this program has put in the place of a file, as `file_write` has them, and those
 * that stood there.
 */
export async function replaceBase(
  { db }: Writer,
  { sourceId, path, atMs }: { readonly sourceId: number; readonly path: string; readonly atMs: number },
): Promise<void> {
  await sql`
    insert into file_base (source_id, path, deflated, bytes)
    select source_id, path, deflated, bytes from file_write where source_id = ${sourceId} and path = ${path}
    on conflict (source_id, path) do update set replaced_ms = ${atMs}, replaced_deflated = file_base.deflated,
      replaced_bytes = file_base.bytes, deflated = excluded.deflated, bytes = excluded.bytes`.execute(db)
}

/** Bytes of the file as they were after the last sync; null: never synced. */
export async function fileBase({ db }: Reader, sourceId: number, path: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('file_base')
    .select(['deflated', 'bytes'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  return row === undefined ? null : wholeBytes(row)
}

/**
 * What stood at the path before this program replaced it, and when that was, in milliseconds since 1970;
 * null: another program wrote it last.
 */
export async function replacedBase(
  { db }: Reader,
  sourceId: number,
  path: string,
): Promise<{ readonly before: Uint8Array; readonly atMs: number } | null> {
  const row = await db
    .selectFrom('file_base')
    .select(['replaced_ms', 'replaced_deflated', 'replaced_bytes'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row || row.replaced_ms === null || row.replaced_bytes === null) return null
  return {
    before: wholeBytes({ deflated: row.replaced_deflated ?? 0, bytes: row.replaced_bytes }),
    atMs: row.replaced_ms,
  }
}

function wholeBytes({ deflated, bytes }: PackedRow): Uint8Array {
  return deflated === 1 ? inflateRawSync(bytes) : bytes
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
    problem: row.problem === null ? null : parseJson<FileProblem>(row.problem),
    held: parseJson<readonly HeldText[]>(row.held),
    limits: row.limits === null ? null : limitsFrom(row.limits),
    hasAnyKeys: row.any_keys === 1,
    entries: row.entries,
    conflicts: row.conflicts,
    syncedAt: row.synced_at,
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
