import type { RecordedActor } from '@dragoman/core'
import { asBuffer } from '../as-buffer.ts'
import { parseJson, recordedActor, sanitizeForStorage } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'

export type ReleaseRow = {
  readonly id: number
  readonly projectId: number
  /** Counts from 1 in each project. */
  readonly number: number
  readonly title: string
  readonly notes: string
  /** Revision of the project that the texts are from. */
  readonly revision: number
  readonly sourceLanguage: string
  readonly syntax: string
  readonly languages: readonly { readonly tag: string; readonly fallback: string | null }[]
  /** Texts that changed, in their text or status, and changed languages since the previous release. */
  readonly changes: number
  readonly createdAt: string
  readonly createdBy: RecordedActor
}

/**
 * The texts of a release in a language and namespace, identified by the hash under which they are stored
 * once.
 */
export type ReleaseFileRow = {
  readonly language: string
  readonly namespace: string
  /** The same in two releases if nothing was written there between them. */
  readonly mark: string
  readonly hash: string
  /** Number of keys that have a text. */
  readonly texts: number
}

export type NewRelease = Omit<ReleaseRow, 'id' | 'number' | 'createdAt' | 'createdBy'> & {
  readonly files: readonly ReleaseFileRow[]
  readonly at: string
  readonly by: RecordedActor
}

/**
 * Adds a release with the next number. The texts of its files are added by `addReleaseTexts`, before or
 * after.
 */
export async function addRelease(w: Writer, release: NewRelease): Promise<ReleaseRow> {
  const { db, dialect } = w
  const { projectId, files, by, at } = release
  const last = await newestRelease(w, projectId)
  const id = await dialect.allocate(db, 'release', 1)
  const row: Tables['release'] = {
    id,
    project_id: projectId,
    number: (last?.number ?? 0) + 1,
    title: sanitizeForStorage(release.title),
    notes: sanitizeForStorage(release.notes),
    revision: release.revision,
    source_language: release.sourceLanguage,
    syntax: release.syntax,
    languages: JSON.stringify(release.languages),
    changes: release.changes,
    created_at: at,
    created_by_id: by.id,
    created_by_label: by.name,
  }
  await db.insertInto('release').values(row).execute()
  for (let from = 0; from < files.length; from += FILES_AT_ONCE)
    await db
      .insertInto('release_file')
      .values(files.slice(from, from + FILES_AT_ONCE).map((file) => ({ release_id: id, ...file })))
      .execute()
  w.emit({ kind: 'release.created', projectId, payload: { number: row.number } })
  return releaseRow(row)
}

const FILES_AT_ONCE = 200

/** Stores texts under their hash; existing ones are left as they are. */
export async function addReleaseTexts(
  { db }: Writer,
  projectId: number,
  texts: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [hash, bytes] of texts)
    await db
      .insertInto('release_texts')
      .values({ project_id: projectId, hash, bytes: asBuffer(bytes) })
      .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doNothing())
      .execute()
}

/** Returns releases before a number, newest first. */
export async function listReleases(
  { db }: Reader,
  {
    projectId,
    before,
    limit,
  }: { readonly projectId: number; readonly before: number | null; readonly limit: number },
): Promise<readonly ReleaseRow[]> {
  let query = db.selectFrom('release').selectAll().where('project_id', '=', projectId)
  if (before !== null) query = query.where('number', '<', before)
  return (await query.orderBy('number', 'desc').limit(limit).execute()).map(releaseRow)
}

export async function newestRelease(r: Reader, projectId: number): Promise<ReleaseRow | null> {
  return (await listReleases(r, { projectId, before: null, limit: 1 }))[0] ?? null
}

export async function releaseByNumber(
  { db }: Reader,
  projectId: number,
  number: number,
): Promise<ReleaseRow | null> {
  const row = await db
    .selectFrom('release')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row === undefined ? null : releaseRow(row)
}

export async function releaseById({ db }: Reader, id: number): Promise<ReleaseRow | null> {
  const row = await db.selectFrom('release').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : releaseRow(row)
}

/** Changes title and notes of a release; its texts never change. */
export async function updateRelease(
  { db, emit }: Writer,
  { id, projectId, number }: ReleaseRow,
  { title, notes }: Pick<ReleaseRow, 'title' | 'notes'>,
): Promise<void> {
  const fields = { title: sanitizeForStorage(title), notes: sanitizeForStorage(notes) }
  await db.updateTable('release').set(fields).where('id', '=', id).execute()
  emit({ kind: 'release.created', projectId, payload: { number } })
}

export async function releaseFiles({ db }: Reader, releaseId: number): Promise<readonly ReleaseFileRow[]> {
  return db
    .selectFrom('release_file')
    .select(['language', 'namespace', 'mark', 'hash', 'texts'])
    .where('release_id', '=', releaseId)
    .orderBy('language')
    .orderBy('namespace')
    .execute()
}

/** Returns texts by their hash, as they were added; null: there are none. */
export async function releaseTexts(
  { db }: Reader,
  projectId: number,
  hash: string,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('release_texts')
    .select('bytes')
    .where('project_id', '=', projectId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Returns which of some hashes are stored. */
export async function knownHashes(
  { db }: Reader,
  projectId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let from = 0; from < hashes.length; from += FILES_AT_ONCE) {
    const rows = await db
      .selectFrom('release_texts')
      .select('hash')
      .where('project_id', '=', projectId)
      .where('hash', 'in', hashes.slice(from, from + FILES_AT_ONCE))
      .execute()
    for (const { hash } of rows) known.add(hash)
  }
  return known
}

function releaseRow(row: Tables['release']): ReleaseRow {
  return {
    id: row.id,
    projectId: row.project_id,
    number: row.number,
    title: row.title,
    notes: row.notes,
    revision: row.revision,
    sourceLanguage: row.source_language,
    syntax: row.syntax,
    languages: parseJson(row.languages),
    changes: row.changes,
    createdAt: row.created_at,
    createdBy: recordedActor(row.created_by_id, row.created_by_label),
  }
}
