import { parseJson } from '../rows.ts'
import type { FileProblem, FileSide, FileState, HeldText } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import { deleteResolvedConflicts } from './conflicts.ts'
import { type PackedBytes, packedRow, replaceBase, upsertFile } from './files.ts'

/** One language of a file as it will be once the file is written. */
export type WrittenPart = {
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  /** `in-step`, or `unwritable` for what some of its texts are. */
  readonly state: FileState
  readonly problem: FileProblem | null
  readonly held: readonly HeldText[]
  readonly entries: number
  readonly syncedAt: string
}

/** A file that is about to be replaced. */
export type FileWrite = {
  readonly sourceId: number
  readonly path: string
  /** Name, in the file's folder, of the file that the rename moves to the path. */
  readonly temporary: string
  /** What the file was last synced as, once the rename is done. */
  readonly bytes: Uint8Array | PackedBytes
  readonly parts: readonly WrittenPart[]
}

/** Says that a file is about to be replaced. To be committed before the rename; one for each path. */
export async function startFileWrite(
  { db }: Writer,
  { sourceId, path, temporary, bytes, parts }: FileWrite,
): Promise<void> {
  const row = { temporary, parts: JSON.stringify(parts), ...packedRow(bytes) }
  await db
    .insertInto('file_write')
    .values({ source_id: sourceId, path, ...row })
    .onConflict((conflict) => conflict.columns(['source_id', 'path']).doUpdateSet(row))
    .execute()
}

/**
 * The rename is done: the bytes are what the file was last synced as, its languages are in step. `atMs` since
 * 1970. False where nothing was about to be written.
 */
export async function finishFileWrite(
  w: Writer,
  sourceId: number,
  path: string,
  atMs: number,
): Promise<boolean> {
  const row = await w.db
    .selectFrom('file_write')
    .select('parts')
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (row === undefined) return false
  for (const part of parseJson<readonly WrittenPart[]>(row.parts)) {
    await upsertFile(w, { sourceId, path, ...part })
  }
  await replaceBase(w, { sourceId, path, atMs })
  await deleteResolvedConflicts(w, sourceId, path)
  await dropFileWrite(w, sourceId, path)
  return true
}

/** The rename was not done and will not be. */
export async function dropFileWrite({ db }: Writer, sourceId: number, path: string): Promise<void> {
  await db.deleteFrom('file_write').where('source_id', '=', sourceId).where('path', '=', path).execute()
}

/** Files of which it is not known whether they were replaced: the process ended meanwhile. */
export async function listFileWrites(
  { db }: Reader,
  sourceId: number,
): Promise<readonly Pick<FileWrite, 'path' | 'temporary'>[]> {
  return db
    .selectFrom('file_write')
    .select(['path', 'temporary'])
    .where('source_id', '=', sourceId)
    .orderBy('path')
    .execute()
}
