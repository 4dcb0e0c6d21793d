import { parseJson } from '../rows.ts'
import type { FileProblem, FileSide, FileState, HeldText } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import { deleteResolvedConflicts } from './conflicts.ts'
import { type PackedBytes, packedRow, replaceBase } from './file-bases.ts'
import { upsertFile } from './files.ts'

/** One language of a file, as it will be once the file is written. */
export type WrittenPart = {
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  /** `in-step`, or `unwritable` because of some of its texts. */
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
  /** Becomes the base of the file once the rename is done. */
  readonly bytes: Uint8Array | PackedBytes
  readonly parts: readonly WrittenPart[]
}

/**
 * Records that a file is about to be replaced. Must be committed before the rename; there is one row per
 * path.
 */
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
 * Records that the rename is done: the bytes become the base of the file, and its languages are up to date.
 * `atMs` is in milliseconds since 1970. False if no write was recorded.
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

/** Deletes the record of a rename that was not done and will not be. */
export async function dropFileWrite({ db }: Writer, sourceId: number, path: string): Promise<void> {
  await db.deleteFrom('file_write').where('source_id', '=', sourceId).where('path', '=', path).execute()
}

/** Returns files that might have been replaced, because the process ended in between. */
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
