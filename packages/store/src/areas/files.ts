import { compareTexts } from '@dragoman/core'
import { sql } from 'kysely'
import { changingLimits } from '../operations/set-text-limits.ts'
import { parseJson } from '../rows.ts'
import type { FileProblem, FileRow, FileSide, FileState, HeldText } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { deleteFileBase, moveFileBase } from './file-bases.ts'
import { limitsFrom } from './text-limits.ts'

/** Returns files ordered by path and language. */
export async function listFiles(
  { db }: Reader,
  of: { readonly sourceId: number } | { readonly projectId: number },
): Promise<readonly FileRow[]> {
  const where = 'sourceId' in of ? sql`f.source_id = ${of.sourceId}` : sql`f.project_id = ${of.projectId}`
  const found = await sql<Tables['file'] & { conflicts: number }>`
    select f.*, (select count(*) from conflict c where c.file_id = f.id and c.state = 'open') as conflicts
    from file f where ${where}`.execute(db)
  return found.rows
    .map(fileRow)
    .sort((a, b) => compareTexts(a.path, b.path) || compareTexts(a.language, b.language))
}

export type FileFields = {
  readonly sourceId: number
  readonly path: string
  readonly language: string
  readonly namespace: string
  readonly side: FileSide
  readonly state: FileState
  readonly problem: FileProblem | null
  /** Absent: unchanged; none for a new row. */
  readonly held?: readonly HeldText[]
  /** Absent: unchanged; 0 for a new row. */
  readonly entries?: number
  /** Null: the texts of this language were never synced, even if the file has a base. Absent: unchanged. */
  readonly syncedAt?: string | null
}

/** Creates or updates the row of one language of a source's file. Throws if the source does not exist. */
export async function upsertFile(w: Writer, file: FileFields): Promise<FileRow> {
  const { db, dialect, emit } = w
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
  else await addFile(w, row)
  emit({ kind: 'files.changed', projectId: source.project_id, payload: {} })
  const open = await sql<{
    n: number
  }>`select count(*) as n from conflict where file_id = ${id} and state = 'open'`.execute(db)
  return fileRow({ ...row, conflicts: open.rows[0]?.n ?? 0 })
}

/** Adds a row. With the first one of a namespace, the limits of files that were uploaded for it no longer apply. */
async function addFile(w: Writer, row: Tables['file']): Promise<void> {
  const { project_id: projectId, namespace } = row
  const replaced = await sql`
    select 1 from uploaded_part p where p.project_id = ${projectId} and p.namespace = ${namespace} and p.limits is not null
      and not exists (select 1 from file f where f.project_id = ${projectId} and f.namespace = ${namespace})
    limit 1`.execute(w.db)
  const namespaces = replaced.rows.length > 0 ? [namespace] : []
  await changingLimits(w, { projectId, namespaces }, () => w.db.insertInto('file').values(row).execute())
}

/**
 * Notes that a file has to be compared with the catalog although its bytes equal its base; this survives a
 * restart.
 */
export async function noteFileDue(
  { db }: Writer,
  { sourceId, path }: { readonly sourceId: number; readonly path: string },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ state: 'writing' })
    .where('source_id', '=', sourceId)
    .where('path', '=', path)
    .where('state', '=', 'in-step')
    .execute()
}

/** Notes that the catalog has all keys of these files, including those with control characters. */
export async function noteAnyKeys({ db }: Writer, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length > 0)
    await db.updateTable('file').set({ any_keys: 1 }).where('id', 'in', fileIds).execute()
}

/** Deletes the row of one language of a file, with its conflicts and limits; other languages of the file stay. */
export async function deleteFilePart(w: Writer, id: number): Promise<void> {
  const { db } = w
  const row = await db
    .selectFrom('file')
    .select(['project_id', 'namespace'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  await changingLimits(w, { projectId: row.project_id, namespaces: [row.namespace] }, () =>
    db.deleteFrom('file').where('id', '=', id).execute(),
  )
}

/** Returns the namespaces of a source's files; with paths, only those of these files. */
export async function namespacesOfFiles(
  { db }: Reader,
  { sourceId, paths }: { readonly sourceId: number; readonly paths?: readonly string[] },
): Promise<readonly string[]> {
  const all = db.selectFrom('file').select('namespace').distinct().where('source_id', '=', sourceId)
  const rows = await (paths === undefined ? all : all.where('path', 'in', paths)).execute()
  return rows.map(({ namespace }) => namespace)
}

type FileMove = {
  readonly sourceId: number
  readonly from: string
  readonly to: string
  readonly namespace: string
}

/**
 * Moves the rows of a source's file to another path, with its limits. What is left there of a file that is gone,
 * including its conflicts, is deleted.
 */
export async function moveSourceFile(w: Writer, move: FileMove): Promise<void> {
  const { sourceId, from, to, namespace } = move
  const source = await w.db
    .selectFrom('source')
    .select('project_id')
    .where('id', '=', sourceId)
    .executeTakeFirst()
  if (source === undefined) return
  const before = await namespacesOfFiles(w, { sourceId, paths: [from, to] })
  const namespaces = [...new Set([...before, namespace])]
  await changingLimits(w, { projectId: source.project_id, namespaces }, () => moveRows(w, move))
}

async function moveRows(w: Writer, { sourceId, from, to, namespace }: FileMove): Promise<void> {
  const { db } = w
  await deleteFileBase(w, sourceId, to)
  for (const table of ['file_write', 'git_change', 'git_sent', 'file'] as const)
    await db.deleteFrom(table).where('source_id', '=', sourceId).where('path', '=', to).execute()
  await moveFileBase(w, { sourceId, from, to })
  for (const table of ['git_change', 'git_sent'] as const)
    await sql`update ${sql.table(table)} set path = ${to} where source_id = ${sourceId} and path = ${from}`.execute(
      db,
    )
  await sql`update file set path = ${to}, namespace = ${namespace}
    where source_id = ${sourceId} and path = ${from}`.execute(db)
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
