import type { Writer } from '../store.ts'
import { checkAgain } from './check-again.ts'

/**
 * Has the texts of a project read in another message syntax from now on, and checks all of them anew.
 * `syntax` is an id of core's message syntaxes; the one there is already changes nothing.
 */
export async function setSyntax(w: Writer, projectId: number, syntax: string): Promise<void> {
  const { db, dialect } = w
  await dialect.lockProject(db, projectId)
  const project = await db
    .selectFrom('project')
    .select('syntax')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (project.syntax === syntax) return
  await db.updateTable('project').set({ syntax }).where('id', '=', projectId).execute()
  w.emit({ kind: 'project.changed', projectId, payload: {} })
  const keys = await db
    .selectFrom('key')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  await checkAgain(
    w,
    projectId,
    keys.map(({ id }) => id),
  )
}
