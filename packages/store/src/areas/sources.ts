import { changingLimits } from '../operations/set-text-limits.ts'
import type { GitLocation, GitSource, SourceLocation, SourceRow } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { newestEvent } from './events.ts'
import { namespacesOfFiles } from './files.ts'
import { deleteUnusedGitKeys } from './git-keys.ts'
import { deleteProject } from './projects.ts'
import { assignRequestBranches } from './request-branches.ts'
import { isSameRepository } from './same-repository.ts'
import { sourceLocation, sourceSettings } from './source-settings.ts'

export async function createSource(
  w: Writer,
  source: SourceLocation & Omit<SourceRow, 'id' | keyof SourceLocation> & { readonly projectId: number },
): Promise<SourceRow> {
  const id = await w.dialect.allocate(w.db, 'source', 1)
  const row: Tables['source'] = {
    id,
    project_id: source.projectId,
    kind: source.kind,
    settings: sourceSettings(source),
    pattern: source.pattern,
    format: source.format,
    writable: source.writable ? 1 : 0,
    created_at: source.createdAt,
    // Earlier saves do not wait to be written: the source has to be read first.
    written_to: (await newestEvent(w)).number,
    left_out: '[]',
  }
  await w.db.insertInto('source').values(row).execute()
  w.emit({ kind: 'source.added', projectId: source.projectId, payload: { sourceId: id } })
  return sourceRow(row)
}

export async function listSources({ db }: Reader, projectId: number): Promise<readonly SourceRow[]> {
  const rows = await db
    .selectFrom('source')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(sourceRow)
}

/** Returns the ids of the formats of a namespace's files; of all files of the project if it has none yet. */
export async function formatsOfNamespace(
  { db }: Reader,
  { projectId, namespace }: { readonly projectId: number; readonly namespace: string },
): Promise<readonly string[]> {
  const own = await db
    .selectFrom('file')
    .innerJoin('source', 'source.id', 'file.source_id')
    .select('source.format')
    .distinct()
    .where('file.project_id', '=', projectId)
    .where('file.namespace', '=', namespace)
    .execute()
  if (own.length > 0) return own.map(({ format }) => format)
  const all = await db
    .selectFrom('source')
    .select('format')
    .distinct()
    .where('project_id', '=', projectId)
    .execute()
  return all.map(({ format }) => format)
}

/** Returns the sources of all projects and translation branches. */
export async function listAllSources({
  db,
}: Reader): Promise<readonly { readonly projectId: number; readonly row: SourceRow }[]> {
  const rows = await db.selectFrom('source').selectAll().orderBy('id').execute()
  return rows.map((row) => ({ projectId: row.project_id, row: sourceRow(row) }))
}

export async function sourceById({ db }: Reader, id: number): Promise<SourceRow | null> {
  const row = await db.selectFrom('source').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? sourceRow(row) : null
}

/** Returns whether any project is connected to these files already. */
export async function isConnected({ db }: Reader, place: SourceLocation, pattern: string): Promise<boolean> {
  const rows = await db
    .selectFrom('source')
    .select(['kind', 'settings'])
    .where('kind', '=', place.kind)
    .where('pattern', '=', pattern)
    .execute()
  return rows.some((row) => isSamePlace(place, sourceLocation(row)))
}

function isSamePlace(one: SourceLocation, other: SourceLocation): boolean {
  if (one.kind !== 'git' || other.kind !== 'git') return sourceSettings(one) === sourceSettings(other)
  // A translation branch is compared with another branch.
  const [{ into }, { into: ofOther }] = [one, other]
  return (
    isSameRepository(one.repository, other.repository) &&
    one.branch === other.branch &&
    into?.sourceId === ofOther?.sourceId
  )
}

/**
 * Removes the source with its file rows and conflicts, and the translation branches of its repository; keys,
 * texts and files on disk stay. Texts that the limits of its files concerned are checked again.
 */
export async function removeSource(w: Writer, id: number): Promise<boolean> {
  const { db, dialect, emit } = w
  const source = await db.selectFrom('source').select('project_id').where('id', '=', id).executeTakeFirst()
  if (source === undefined) return false
  const { project_id: projectId } = source
  // The project before its branches, like when it is deleted, so that neither waits for the other.
  await dialect.lockProject(db, projectId)
  const branches = await db
    .selectFrom('project_branch')
    .select('project_id')
    .where('source_id', '=', id)
    .execute()
  for (const branch of branches) await deleteProject(w, branch.project_id)
  const namespaces = await namespacesOfFiles(w, { sourceId: id })
  const { numDeletedRows } = await changingLimits(w, { projectId, namespaces }, () =>
    db.deleteFrom('source').where('id', '=', id).executeTakeFirst(),
  )
  if (Number(numDeletedRows) === 0) return false
  await deleteUnusedGitKeys(w, projectId)
  for (const { project_id: branchId } of branches)
    emit({ kind: 'branch.changed', projectId, payload: { branchId, what: 'removed' } })
  emit({ kind: 'source.removed', projectId, payload: { sourceId: id } })
  return true
}

/**
 * Moves a Git source to another repository or branch, together with the translation branches that are compared
 * with it. Its files are merged with what they were last synced with. False if there is no such source, or it
 * is of another kind.
 */
export async function moveSource(
  w: Writer,
  id: number,
  { repository, branch }: Pick<GitLocation, 'repository' | 'branch'>,
): Promise<boolean> {
  const row = await sourceById(w, id)
  if (row?.kind !== 'git') return false
  await placeSource(w, row, { ...row, repository, branch })
  const branches = await w.db
    .selectFrom('project_branch')
    .innerJoin('source', 'source.project_id', 'project_branch.project_id')
    .select('source.id')
    .where('project_branch.source_id', '=', id)
    .orderBy('source.id')
    .execute()
  for (const { id: of } of branches) {
    const own = await sourceById(w, of)
    if (own?.kind === 'git') await placeSource(w, own, { ...own, repository, into: { sourceId: id, branch } })
  }
  await assignRequestBranches(w, id)
  return true
}

async function placeSource({ db, emit }: Writer, { id }: GitSource, place: GitLocation): Promise<void> {
  const { project_id: projectId } = await db
    .updateTable('source')
    .set({ settings: sourceSettings(place) })
    .where('id', '=', id)
    .returning('project_id')
    .executeTakeFirstOrThrow()
  emit({ kind: 'source.moved', projectId, payload: { sourceId: id } })
}

function sourceRow(row: Tables['source']): SourceRow {
  return {
    id: row.id,
    ...sourceLocation(row),
    pattern: row.pattern,
    format: row.format,
    writable: row.writable === 1,
    createdAt: row.created_at,
  }
}
