import { inflateRawSync } from 'node:zlib'
import type { TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { changingLimits } from '../operations/set-text-limits.ts'
import type { FileSide } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'

/** One language of an imported file. */
export type UploadedPart = {
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  readonly limits?: TextLimits | null
}

/** Starts storing a file; it is used once `finishUploadedFile` was called. */
export async function beginUploadedFile(
  { db, dialect }: Writer,
  file: { readonly projectId: number; readonly path: string; readonly format: string },
): Promise<number> {
  const id = await dialect.allocate(db, 'uploaded_file', 1)
  await db
    .insertInto('uploaded_file')
    .values({ id, project_id: file.projectId, path: file.path, format: file.format, pieces: 0 })
    .execute()
  return id
}

/** Adds a piece of the file, deflated separately (raw, RFC 1951). */
export async function addUploadedPiece(
  { db }: Writer,
  fileId: number,
  place: number,
  deflated: Uint8Array,
): Promise<void> {
  const bytes = Buffer.from(deflated.buffer, deflated.byteOffset, deflated.byteLength)
  await db.insertInto('uploaded_piece').values({ file_id: fileId, place, bytes }).execute()
}

/**
 * Makes the file the template for exports of these parts; files that are no longer used as a template are
 * deleted.
 */
export async function finishUploadedFile(
  w: Writer,
  file: {
    readonly id: number
    readonly projectId: number
    readonly format: string
    readonly pieces: number
    readonly parts: readonly UploadedPart[]
  },
): Promise<void> {
  const { db } = w
  await db.updateTable('uploaded_file').set({ pieces: file.pieces }).where('id', '=', file.id).execute()
  const namespaces = [...new Set(file.parts.map(({ namespace }) => namespace))]
  await changingLimits(w, { projectId: file.projectId, namespaces }, async () => {
    for (const { language, namespace, side, limits } of file.parts) {
      const row = { side, file_id: file.id, limits: limits ? JSON.stringify(limits) : null, any_keys: 1 }
      await db
        .insertInto('uploaded_part')
        .values({ project_id: file.projectId, namespace, language, format: file.format, ...row })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'namespace', 'language', 'format']).doUpdateSet(row),
        )
        .execute()
    }
  })
  // Those without pieces are still being stored by another import.
  await sql`
    delete from uploaded_file where project_id = ${file.projectId} and id < ${file.id} and pieces > 0
      and not exists (select 1 from uploaded_part p where p.file_id = uploaded_file.id)`.execute(db)
}

/** Deletes files whose import ended before they were stored. `importKind` is the kind of the jobs that store files. */
export async function forgetUnfinishedFiles({ db }: Writer, importKind: string): Promise<void> {
  await sql`
    delete from uploaded_file where pieces = 0
      and not exists (select 1 from uploaded_part p where p.file_id = uploaded_file.id)
      and not exists (select 1 from job j where j.project_id = uploaded_file.project_id and j.kind = ${importKind}
        and j.state in ('waiting', 'running'))`.execute(db)
}

export type UploadedFile = {
  readonly path: string
  readonly bytes: Uint8Array
  /** `hasAnyKeys`, false: it was imported when keys with control characters were still left out. */
  readonly parts: readonly (UploadedPart & { readonly hasAnyKeys: boolean })[]
}

/**
 * Returns the file that texts of a language, namespace and format were last imported from; null: none was.
 */
export async function uploadedFile(
  { db }: Reader,
  of: {
    readonly projectId: number
    readonly namespace: string
    readonly language: string
    readonly format: string
  },
): Promise<UploadedFile | null> {
  const file = await db
    .selectFrom('uploaded_part as p')
    .innerJoin('uploaded_file as f', 'f.id', 'p.file_id')
    .select(['f.id', 'f.path', 'f.pieces'])
    .where('p.project_id', '=', of.projectId)
    .where('p.namespace', '=', of.namespace)
    .where('p.language', '=', of.language)
    .where('p.format', '=', of.format)
    .executeTakeFirst()
  if (!file) return null
  const pieces = await db
    .selectFrom('uploaded_piece')
    .select('bytes')
    .where('file_id', '=', file.id)
    .orderBy('place')
    .execute()
  const parts = await db
    .selectFrom('uploaded_part')
    .select(['language', 'namespace', 'side', 'any_keys'])
    .where('file_id', '=', file.id)
    .execute()
  if (pieces.length !== file.pieces) return null
  return {
    path: file.path,
    bytes: Buffer.concat(pieces.map(({ bytes }) => inflateRawSync(bytes))),
    parts: parts.map(({ language, namespace, side, any_keys }) => {
      return {
        language,
        namespace,
        side: side === 'source' ? 'source' : 'target',
        hasAnyKeys: any_keys === 1,
      }
    }),
  }
}
