import type { Writer } from '../store.ts'

/**
 * Records that an operation is undone by another. If it is an undo itself, what it had undone is in effect
 * again; if that is an undo as well, what that one had undone is undone again, and so on.
 */
export async function markUndone(
  { db }: Writer,
  { undoes, by }: { readonly undoes: number; readonly by: number },
): Promise<void> {
  let isUndone = true
  for (let [id, undo] = [undoes, by]; ; isUndone = !isUndone) {
    const row = await db
      .updateTable('operation')
      .set({ undone_by: isUndone ? undo : null })
      .where('id', '=', id)
      .returning('undoes')
      .executeTakeFirst()
    if (row === undefined || row.undoes === null) return
    undo = id
    id = row.undoes
  }
}
