import type { Writer } from '../store.ts'
import { checkAgain } from './check-again.ts'

/**
 * Sets the message syntax of a project and returns the previous one; null if it is already the given one.
 * `syntax` is an id of core's message syntaxes. The texts are checked again by `checkSyntaxAgain`.
 */
export async function setSyntax(w: Writer, projectId: number, syntax: string): Promise<string | null> {
  const before = await lockedSyntax(w, projectId)
  if (before === syntax) return null
  await w.db.updateTable('project').set({ syntax }).where('id', '=', projectId).execute()
  w.emit({ kind: 'project.changed', projectId, payload: {} })
  return before
}

export type SyntaxCheck = {
  readonly projectId: number
  /** The syntax that the texts are checked in. */
  readonly syntax: string
  /** Checks keys with greater ids, in their order. */
  readonly after: number
  /** The last key; null: no limit. */
  readonly upTo: number | null
  readonly limit: number
}

/**
 * Checks the texts of some keys again: those that were checked in another syntax. Returns the last of them;
 * null if none is left, or the project has another syntax by now.
 */
export async function checkSyntaxAgain(
  w: Writer,
  { projectId, syntax, after, upTo, limit }: SyntaxCheck,
): Promise<{ readonly last: number; readonly keys: number } | null> {
  if ((await lockedSyntax(w, projectId)) !== syntax) return null
  const keys = await w.db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '>', after)
    .where('id', '<=', upTo ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = keys.at(-1)
  if (last === undefined) return null
  await checkAgain(w, projectId, new Map(keys.map(({ id }) => [id, null])))
  return { last: last.id, keys: keys.length }
}

async function lockedSyntax({ db, dialect }: Writer, projectId: number): Promise<string | null> {
  await dialect.lockProject(db, projectId)
  const project = await db
    .selectFrom('project')
    .select('syntax')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.syntax ?? null
}
