import type { GitProblem, GitSyncRow } from '../git-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'

/** Number of rows to keep per source. */
const KEPT_SYNCS = 500

/** Adds a row to the history of a source that people read. */
export async function addGitSync(
  { db, dialect }: Writer,
  sourceId: number,
  sync: Omit<GitSyncRow, 'id'>,
): Promise<number> {
  const id = await dialect.allocate(db, 'git_sync', 1)
  const { at, kind, commit, texts, files, note, attempts } = sync
  const people = JSON.stringify(sync.people)
  const problem = sync.problem === null ? null : JSON.stringify(sync.problem)
  await db
    .insertInto('git_sync')
    .values({
      id,
      source_id: sourceId,
      at,
      kind,
      commit_id: commit,
      texts,
      files,
      people,
      note,
      problem,
      attempts,
    })
    .execute()
  const oldest = await db
    .selectFrom('git_sync')
    .select('id')
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .offset(KEPT_SYNCS)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined)
    await db.deleteFrom('git_sync').where('source_id', '=', sourceId).where('id', '<=', oldest.id).execute()
  return id
}

/** Returns the newest first. */
export async function listGitSyncs(
  { db }: Reader,
  sourceId: number,
  limit: number,
): Promise<readonly GitSyncRow[]> {
  const rows = await db
    .selectFrom('git_sync')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind as GitSyncRow['kind'], // written above
    commit: row.commit_id,
    texts: row.texts,
    files: row.files,
    people: parseJson<GitSyncRow['people']>(row.people),
    note: row.note,
    attempts: row.attempts,
    problem: row.problem === null ? null : parseJson<GitProblem>(row.problem),
  }))
}

/** Replaces a person's name in what was sent of theirs; commits that were pushed keep it. */
export async function forgetWriter({ db }: Writer, actorId: string, name: string): Promise<void> {
  const rows = await db
    .selectFrom('git_sync')
    .select(['id', 'people'])
    .where('people', 'like', `%"${actorId}"%`)
    .execute()
  for (const { id, people } of rows) {
    const without = parseJson<GitSyncRow['people']>(people).map((one) =>
      one.id === actorId ? { ...one, name } : one,
    )
    await db
      .updateTable('git_sync')
      .set({ people: JSON.stringify(without) })
      .where('id', '=', id)
      .execute()
  }
}
