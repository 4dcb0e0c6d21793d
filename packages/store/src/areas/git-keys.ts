import type { Reader, Writer } from '../store.ts'
import { membersProject } from './memberships.ts'

export type GitKeyRow = {
  readonly id: number
  readonly projectId: number
  /** In the format of `authorized_keys`. */
  readonly publicKey: string
  /** The private half, encrypted. */
  readonly sealed: string
  readonly createdAt: string
}

export async function createGitKey(w: Writer, key: Omit<GitKeyRow, 'id'>): Promise<GitKeyRow> {
  const id = await w.dialect.allocate(w.db, 'git_key', 1)
  const { projectId, publicKey, sealed, createdAt } = key
  await w.db
    .insertInto('git_key')
    .values({ id, project_id: projectId, public_key: publicKey, sealed, created_at: createdAt })
    .execute()
  return { ...key, id }
}

/** Deletes the keys of a project that none of its sources uses: a replaced private key is not kept. */
export async function deleteUnusedGitKeys({ db }: Writer, projectId: number): Promise<void> {
  await db
    .deleteFrom('git_key')
    .where('project_id', '=', projectId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('git_source').select('source_id').whereRef('git_source.key_id', '=', 'git_key.id')),
      ),
    )
    .execute()
}

/** Returns a key; null if the project has no such key. */
export async function gitKey(r: Reader, projectId: number, id: number): Promise<GitKeyRow | null> {
  const row = await r.db
    .selectFrom('git_key')
    .selectAll()
    .where('project_id', '=', await membersProject(r, projectId))
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { project_id, public_key, sealed, created_at } = row
  return { id: row.id, projectId: project_id, publicKey: public_key, sealed, createdAt: created_at }
}
