import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { asBuffer } from '../as-buffer.ts'
import { applyPatch, makePatch } from '../byte-patch.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/**
 * The last synced bytes of files. A translation branch has nearly the same files as its project, so its rows
 * are stored as patches of the project's rows, unless the whole file is smaller. Therefore code that changes
 * the base of a project's file first updates those of its branches, in the same transaction.
 */

/** Smaller files are not worth deflating. */
const DEFLATE_FROM_BYTES = 4096

/**
 * Bytes as they are stored: large ones deflated, with the hash of the whole. Both take time, so another thread can do
 * it. `hash` null: an earlier program packed them.
 */
export type PackedBytes = {
  readonly isDeflated: boolean
  readonly bytes: Uint8Array
  readonly hash: string | null
}

/** Returns the hash that is stored with the bytes of a file. */
export function contentHash(whole: Uint8Array): string {
  return createHash('sha256').update(whole).digest('base64')
}

export function packBytes(whole: Uint8Array): PackedBytes {
  const hash = contentHash(whole)
  return whole.byteLength < DEFLATE_FROM_BYTES
    ? { isDeflated: false, bytes: whole, hash }
    : { isDeflated: true, bytes: deflateRawSync(whole, { level: 1 }), hash }
}

type PackedRow = Pick<Tables['file_base'], 'deflated' | 'bytes'>
/** A packed file with the hash of its contents. */
type HashedRow = PackedRow & Pick<Tables['file_base'], 'hash'>
/** `of_source_id`: the bytes are a patch of that source's row with the same path. */
type BaseRow = HashedRow & Pick<Tables['file_base'], 'of_source_id'>

export function packedRow(given: Uint8Array | PackedBytes): HashedRow {
  const { isDeflated, bytes, hash } = given instanceof Uint8Array ? packBytes(given) : given
  return { deflated: isDeflated ? 1 : 0, bytes: asBuffer(bytes), hash }
}

export function wholeBytes({ deflated, bytes }: PackedRow): Uint8Array {
  return deflated === 1 ? inflateRawSync(bytes) : bytes
}

/**
 * Stores the bytes of a file as they were when file and catalog were last compared; another program wrote
 * them.
 */
export async function keepFileBase(
  w: Writer,
  sourceId: number,
  path: string,
  base: Uint8Array | PackedBytes,
): Promise<void> {
  const packed = packedRow(base)
  const intoId = await intoSource(w, sourceId)
  if (intoId === null) await updateBranchBases(w, { sourceId, path }, packed)
  const row = {
    ...(intoId === null ? { ...packed, of_source_id: null } : await rowOfBranch(w, { intoId, path }, packed)),
    replaced_ms: null,
    replaced_deflated: null,
    replaced_bytes: null,
  }
  await w.db
    .insertInto('file_base')
    .values({ source_id: sourceId, path, ...row })
    .onConflict((conflict) => conflict.columns(['source_id', 'path']).doUpdateSet(row))
    .execute()
}

/** Deletes the base of a file: its next sync is merged as if it were the first. */
export async function deleteFileBase(w: Writer, sourceId: number, path: string): Promise<void> {
  if ((await intoSource(w, sourceId)) === null) await updateBranchBases(w, { sourceId, path }, null)
  await w.db.deleteFrom('file_base').where('source_id', '=', sourceId).where('path', '=', path).execute()
}

/** Moves the base of a file to another path. */
export async function moveFileBase(
  w: Writer,
  { sourceId, from, to }: { readonly sourceId: number; readonly from: string; readonly to: string },
): Promise<void> {
  if ((await intoSource(w, sourceId)) === null) await updateBranchBases(w, { sourceId, path: from }, null)
  const own = await baseRow(w, { sourceId, path: from })
  if (own === null) return
  const row = {
    path: to,
    ...(own.ofSourceId === null ? {} : { ...packedRow(own.whole()), of_source_id: null }),
  }
  await w.db
    .updateTable('file_base')
    .set(row)
    .where('source_id', '=', sourceId)
    .where('path', '=', from)
    .execute()
}

/**
 * Makes the bytes in `file_write`, which this program has just written to the file, its base, and keeps the
 * replaced ones.
 */
export async function replaceBase(
  w: Writer,
  { sourceId, path, atMs }: { readonly sourceId: number; readonly path: string; readonly atMs: number },
): Promise<void> {
  const next = await w.db
    .selectFrom('file_write')
    .select(['deflated', 'bytes', 'hash'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (next === undefined) return
  const before = await baseRow(w, { sourceId, path })
  await keepFileBase(w, sourceId, path, {
    isDeflated: next.deflated === 1,
    bytes: next.bytes,
    hash: next.hash,
  })
  if (before === null) return
  const replaced = before.ofSourceId === null ? before.packed : packedRow(before.whole())
  await w.db
    .updateTable('file_base')
    .set({ replaced_ms: atMs, replaced_deflated: replaced.deflated, replaced_bytes: replaced.bytes })
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .execute()
}

/** Returns the bytes of the file after the last sync; null: never synced. */
export async function fileBase(r: Reader, sourceId: number, path: string): Promise<Uint8Array | null> {
  return (await baseRow(r, { sourceId, path }))?.whole() ?? null
}

/**
 * Returns the bytes that this program last replaced at the path, and when, in milliseconds since 1970; null:
 * another program wrote the file last.
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

type FileOfSource = { readonly sourceId: number; readonly path: string }

/** Uses one statement, so that a patch and the bytes it applies to are from the same moment. */
async function baseRow({ db }: Reader, { sourceId, path }: FileOfSource) {
  const found = await sql<
    PackedRow & Pick<BaseRow, 'of_source_id'> & { of_deflated: number | null; of_bytes: Uint8Array | null }
  >`
    select b.deflated, b.bytes, b.of_source_id, p.deflated as of_deflated, p.bytes as of_bytes
    from file_base b left join file_base p on p.source_id = b.of_source_id and p.path = b.path
    where b.source_id = ${sourceId} and b.path = ${path}`.execute(db)
  const [row] = found.rows
  if (row === undefined) return null
  const packed: PackedRow = { deflated: row.deflated, bytes: row.bytes }
  if (row.of_source_id === null) return { ofSourceId: null, packed, whole: () => wholeBytes(packed) }
  if (row.of_bytes === null)
    throw new Error(`The base that ${path} of source ${sourceId} is a patch of is gone`)
  const of: PackedRow = { deflated: row.of_deflated ?? 0, bytes: row.of_bytes }
  return {
    ofSourceId: row.of_source_id,
    packed,
    whole: () => applyPatch(wholeBytes(of), wholeBytes(packed)),
  }
}

/**
 * Returns the source of the project that the source of a translation branch belongs to; null: it is not one
 * of a branch.
 */
async function intoSource({ db }: Reader, sourceId: number): Promise<number | null> {
  const row = await db
    .selectFrom('source')
    .innerJoin('project_branch', 'project_branch.project_id', 'source.project_id')
    .select('project_branch.source_id as into_id')
    .where('source.id', '=', sourceId)
    .executeTakeFirst()
  return row?.into_id ?? null
}

/**
 * Returns the row for a file of a translation branch: a patch of the project's row, or the whole file if that
 * is smaller. The row of the project is always locked before that of a branch.
 */
async function rowOfBranch(
  { db, dialect }: Writer,
  { intoId, path }: { readonly intoId: number; readonly path: string },
  packed: HashedRow,
): Promise<BaseRow> {
  await dialect.lockBase(db, intoId, path)
  const of = await db
    .selectFrom('file_base')
    .select(['deflated', 'bytes'])
    .where('source_id', '=', intoId)
    .where('path', '=', path)
    .executeTakeFirst()
  return of === undefined ? { ...packed, of_source_id: null } : patchOf(intoId, of, packed)
}

/**
 * Before the base of a project's file is replaced or deleted, rewrites the rows of its branches that are
 * patches of it as patches of the new one.
 */
async function updateBranchBases(
  { db, dialect }: Writer,
  { sourceId, path }: FileOfSource,
  next: PackedRow | null,
): Promise<void> {
  await dialect.lockBase(db, sourceId, path)
  const rows = await db
    .selectFrom('file_base')
    .select(['source_id', 'deflated', 'bytes'])
    .where('of_source_id', '=', sourceId)
    .where('path', '=', path)
    .execute()
  if (rows.length === 0) return
  const own = await db
    .selectFrom('file_base')
    .select(['deflated', 'bytes'])
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  if (next !== null && isSame(own, next)) return
  const before = wholeBytes(own)
  // Most branches have the same version of the file.
  const made: { readonly from: PackedRow; readonly row: BaseRow }[] = []
  for (const { source_id, deflated, bytes } of rows) {
    const from = { deflated, bytes }
    let row = made.find((one) => isSame(one.from, from))?.row
    if (row === undefined) {
      const packed = packedRow(applyPatch(before, wholeBytes(from)))
      row = next === null ? { ...packed, of_source_id: null } : patchOf(sourceId, next, packed)
      made.push({ from, row })
    }
    await db
      .updateTable('file_base')
      .set(row)
      .where('source_id', '=', source_id)
      .where('path', '=', path)
      .execute()
  }
}

function patchOf(sourceId: number, of: PackedRow, packed: HashedRow): BaseRow {
  const patch = isSame(of, packed) ? new Uint8Array() : makePatch(wholeBytes(of), wholeBytes(packed))
  const row = packedRow(patch)
  return row.bytes.byteLength < packed.bytes.byteLength
    ? { ...row, hash: packed.hash, of_source_id: sourceId }
    : { ...packed, of_source_id: null }
}

function isSame(a: PackedRow, b: PackedRow): boolean {
  return a.deflated === b.deflated && Buffer.compare(a.bytes, b.bytes) === 0
}
