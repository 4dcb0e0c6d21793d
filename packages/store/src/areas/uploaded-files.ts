import { inflateRawSync } from 'node:zlib'
import type { TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { asBuffer } from '../as-buffer.ts'
import { changingLimits } from '../operations/set-text-limits.ts'
import type { FileSide } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { isImported } from './imported-parts.ts'

/** One language of an imported file. */
export type UploadedPart = {
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  readonly limits?: TextLimits | null
}

/**
 * Starts storing a file that an operation imports; null: nothing in the catalog changed. The file is used once
 * `finishUploadedFile` was called, unless the operation is undone.
 */
export async function beginUploadedFile(
  { db, dialect }: Writer,
  file: {
    readonly projectId: number
    readonly path: string
    readonly format: string
    readonly operationId: number | null
    /** By language of the project, what the file calls it; only those with another name there. */
    readonly languageNames: Readonly<Record<string, string>>
  },
): Promise<number> {
  const id = await dialect.allocate(db, 'uploaded_file', 1)
  await db
    .insertInto('uploaded_file')
    .values({
      id,
      project_id: file.projectId,
      path: file.path,
      format: file.format,
      pieces: 0,
      operation_id: file.operationId,
      language_names:
        Object.keys(file.languageNames).length === 0 ? null : JSON.stringify(file.languageNames),
    })
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
  const bytes = asBuffer(deflated)
  await db.insertInto('uploaded_piece').values({ file_id: fileId, place, bytes }).execute()
}

/**
 * Makes the file the template for exports of these parts. The template that it replaces is kept, so that it is used
 * again if the import is undone; files that are no longer needed are deleted.
 */
export async function finishUploadedFile(
  w: Writer,
  file: {
    readonly id: number
    readonly projectId: number
    readonly format: string
    readonly operationId: number | null
    readonly pieces: number
    readonly parts: readonly UploadedPart[]
  },
): Promise<void> {
  const { db } = w
  await db.updateTable('uploaded_file').set({ pieces: file.pieces }).where('id', '=', file.id).execute()
  const namespaces = [...new Set(file.parts.map(({ namespace }) => namespace))]
  await changingLimits(w, { projectId: file.projectId, namespaces }, async () => {
    for (const { language, namespace, side, limits } of file.parts) {
      const part = { project_id: file.projectId, namespace, language, format: file.format }
      await deleteReplacedParts(w, part, file.operationId)
      await db
        .insertInto('uploaded_part')
        .values({
          ...part,
          side,
          file_id: file.id,
          limits: limits ? JSON.stringify(limits) : null,
          any_keys: 1,
        })
        .execute()
    }
  })
  // Those without pieces are still being stored by another import.
  await sql`
    delete from uploaded_file where project_id = ${file.projectId} and id < ${file.id} and pieces > 0
      and not exists (select 1 from uploaded_part p where p.file_id = uploaded_file.id)`.execute(db)
}

type PartKey = Pick<Tables['uploaded_part'], 'project_id' | 'namespace' | 'language' | 'format'>

/** Deletes earlier rows of a part, except the one that is used again if the new one's import is undone. */
async function deleteReplacedParts({ db }: Writer, part: PartKey, operationId: number | null): Promise<void> {
  const isPart = sql`p.project_id = ${part.project_id} and p.namespace = ${part.namespace}
    and p.language = ${part.language} and p.format = ${part.format}`
  // An import that is resumed after a crash stores its files again.
  const { rows } =
    operationId === null
      ? { rows: [] }
      : await sql<{ file_id: number | null }>`
          select max(p.file_id) as file_id from uploaded_part p join uploaded_file f on f.id = p.file_id
            where ${isPart} and coalesce(f.operation_id, 0) <> ${operationId} and ${isImported('p')}`.execute(
          db,
        )
  await sql`delete from uploaded_part as p where ${isPart} and p.file_id <> ${rows[0]?.file_id ?? 0}`.execute(
    db,
  )
}

/** Deletes files whose import ended before they were stored. `importKind` is the kind of the jobs that store files. */
export async function forgetUnfinishedFiles({ db }: Writer, importKind: string): Promise<void> {
  await sql`
    delete from uploaded_file where pieces = 0
      and not exists (select 1 from uploaded_part p where p.file_id = uploaded_file.id)
      and not exists (select 1 from job j where j.project_id = uploaded_file.project_id and j.kind = ${importKind}
        and j.state in ('waiting', 'running'))`.execute(db)
}

/** Returns the namespaces of the files that an operation imported. */
export async function namespacesOfImport(
  { db }: Reader,
  projectId: number,
  operationId: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('uploaded_part as p')
    .innerJoin('uploaded_file as f', 'f.id', 'p.file_id')
    .select('p.namespace')
    .distinct()
    .where('f.project_id', '=', projectId)
    .where('f.operation_id', '=', operationId)
    .execute()
  return rows.map(({ namespace }) => namespace)
}

export type UploadedFile = {
  readonly path: string
  readonly bytes: Uint8Array
  /** By language of the project, what the file calls it; only those with another name there. */
  readonly languageNames: ReadonlyMap<string, string>
  /** `hasAnyKeys`, false: it was imported when keys with control characters were still left out. */
  readonly parts: readonly (UploadedPart & { readonly hasAnyKeys: boolean })[]
}

/**
 * Returns the file that texts of a language, namespace and format were last imported from, by an import that is not
 * undone; null: there is none.
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
    .select(['f.id', 'f.path', 'f.pieces', 'f.language_names'])
    .where('p.project_id', '=', of.projectId)
    .where('p.namespace', '=', of.namespace)
    .where('p.language', '=', of.language)
    .where('p.format', '=', of.format)
    .where(isImported('p'))
    .orderBy('p.file_id', 'desc')
    .executeTakeFirst()
  if (!file) return null
  const pieces = await db
    .selectFrom('uploaded_piece')
    .select('bytes')
    .where('file_id', '=', file.id)
    .orderBy('place')
    .execute()
  const parts = await db
    .selectFrom('uploaded_part as p')
    .select(['p.language', 'p.namespace', 'p.side', 'p.any_keys'])
    .where('p.file_id', '=', file.id)
    .where(
      sql<boolean>`not exists (select 1 from uploaded_part later where later.project_id = p.project_id
        and later.namespace = p.namespace and later.language = p.language and later.format = p.format
        and later.file_id > p.file_id and ${isImported('later')})`,
    )
    .execute()
  if (pieces.length !== file.pieces) return null
  return {
    path: file.path,
    languageNames: new Map(Object.entries(readNames(file.language_names))),
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

function readNames(json: string | null): Readonly<Record<string, string>> {
  return json === null ? {} : JSON.parse(json)
}
