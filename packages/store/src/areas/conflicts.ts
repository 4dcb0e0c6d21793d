import type { EntryPath, Forms, PluralKind } from '@dragoman/core'
import { sql } from 'kysely'
import { parseJson, pluralKind, shownName, storedName } from '../rows.ts'
import type { ConflictRow } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Returns conflicts, oldest first. */
export async function listConflicts(
  { db }: Reader,
  projectId: number,
  of: {
    readonly state?: ConflictRow['state']
    readonly fileId?: number
    /** Only those between files and catalog. */
    readonly ofFiles?: boolean
  } = {},
): Promise<readonly ConflictRow[]> {
  const state = of.state === undefined ? sql`` : sql`and c.state = ${of.state}`
  const file = of.fileId === undefined ? sql`` : sql`and c.file_id = ${of.fileId}`
  return selectConflicts(
    { db },
    sql`c.project_id = ${projectId} ${state} ${file}
    ${of.ofFiles ? sql`and c.branch is null` : sql``}`,
  )
}

/** Returns a conflict; null if the project has none with that id. */
export async function conflictById(r: Reader, projectId: number, id: number): Promise<ConflictRow | null> {
  const [row] = await selectConflicts(r, sql`c.project_id = ${projectId} and c.id = ${id}`)
  return row ?? null
}

/**
 * Stores a conflict. There is one open row per file, name, plural kind and branch: a new conflict replaces
 * the open one.
 */
export async function putConflict(
  w: Writer,
  conflict: {
    readonly fileId: number
    readonly name: string
    readonly plural: PluralKind
    readonly path: EntryPath
    readonly keyId: number | null
    readonly base: Forms
    readonly theirs: Forms
    readonly ours: Forms
    readonly at: string
    readonly branch?: string
  },
): Promise<ConflictRow> {
  const { db, dialect } = w
  const file = await db
    .selectFrom('file')
    .select('project_id')
    .where('id', '=', conflict.fileId)
    .executeTakeFirstOrThrow()
  const there = await db
    .selectFrom('conflict')
    .select('id')
    .where('file_id', '=', conflict.fileId)
    .where('state', '=', 'open')
    .where('name', '=', storedName(conflict.name))
    .where('plural', '=', conflict.plural)
    .where('branch', 'is not distinct from', conflict.branch ?? null)
    .executeTakeFirst()
  const id = there?.id ?? (await dialect.allocate(db, 'conflict', 1))
  const row: Tables['conflict'] = {
    id,
    project_id: file.project_id,
    file_id: conflict.fileId,
    name: storedName(conflict.name),
    plural: conflict.plural,
    path: JSON.stringify(conflict.path),
    key_id: conflict.keyId,
    base: JSON.stringify(conflict.base),
    theirs: JSON.stringify(conflict.theirs),
    ours: JSON.stringify(conflict.ours),
    state: 'open',
    created_at: conflict.at,
    branch: conflict.branch ?? null,
  }
  if (there) await db.updateTable('conflict').set(row).where('id', '=', id).execute()
  else await db.insertInto('conflict').values(row).execute()
  w.emit({ kind: 'files.changed', projectId: file.project_id, payload: {} })
  const [made] = await selectConflicts(w, sql`c.id = ${id}`)
  if (!made) throw new Error('a conflict that was just put is not there')
  return made
}

export async function resolveConflict(w: Writer, id: number): Promise<ConflictRow | null> {
  const done = await w.db
    .updateTable('conflict')
    .set({ state: 'resolved' })
    .where('id', '=', id)
    .returning('project_id')
    .executeTakeFirst()
  const [row] = await selectConflicts(w, sql`c.id = ${id}`)
  if (!done || !row) return null
  const { language, namespace } = row
  w.emit({ kind: 'conflict.resolved', projectId: done.project_id, payload: { language, namespace } })
  return row
}

export async function deleteConflict({ db, emit }: Writer, id: number): Promise<boolean> {
  const row = await db.deleteFrom('conflict').where('id', '=', id).returning('project_id').executeTakeFirst()
  if (row === undefined) return false
  emit({ kind: 'files.changed', projectId: row.project_id, payload: {} })
  return true
}

/** Deletes all conflicts of one part of a file, open and resolved. */
export async function deleteConflictsOfFile({ db, emit }: Writer, fileId: number): Promise<void> {
  const rows = await db.deleteFrom('conflict').where('file_id', '=', fileId).returning('project_id').execute()
  const [row] = rows
  if (row !== undefined) emit({ kind: 'files.changed', projectId: row.project_id, payload: {} })
}

/** Deletes resolved conflicts whose resolution is already in the file as it was last synced. */
export async function deleteResolvedConflicts({ db }: Writer, sourceId: number, path: string): Promise<void> {
  await sql`delete from conflict where state = 'resolved'
    and file_id in (select id from file where source_id = ${sourceId} and path = ${path})`.execute(db)
}

async function selectConflicts(
  { db }: Pick<Reader, 'db'>,
  where: ReturnType<typeof sql>,
): Promise<ConflictRow[]> {
  const found = await sql<Tables['conflict'] & { language: string; namespace: string }>`
    select c.*, f.language, f.namespace from conflict c join file f on f.id = c.file_id where ${where} order by c.id`.execute(
    db,
  )
  return found.rows.map((row) => ({
    id: row.id,
    fileId: row.file_id,
    language: row.language,
    namespace: row.namespace,
    name: shownName(row.name),
    plural: pluralKind(row.plural),
    path: parseJson(row.path),
    keyId: row.key_id,
    base: parseJson(row.base),
    theirs: parseJson(row.theirs),
    ours: parseJson(row.ours),
    state: row.state === 'resolved' ? 'resolved' : 'open',
    createdAt: row.created_at,
    branch: row.branch,
  }))
}
