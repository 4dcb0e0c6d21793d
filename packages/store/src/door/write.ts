import type { Writer } from '../store.ts'
import type { Derived } from './derive.ts'
import { recordChanges } from './history.ts'
import { addToTally, type OperationTally } from './tally.ts'
import { rowsOf } from './write-rows.ts'

/** Writes a chunk: rows, history, search texts. Counts and summary are added to the tally. */
export async function write(w: Writer, tally: OperationTally, derived: Derived): Promise<void> {
  const { db, dialect } = w
  const { scope } = derived
  const rows = rowsOf(derived, tally)
  if (scope.newNamespaces.length > 0) {
    await db
      .insertInto('namespace')
      .values(scope.newNamespaces.map((namespace) => ({ ...namespace, project_id: scope.project.id })))
      .execute()
    scope.newNamespaces.length = 0
  }
  await dialect.deleteMany(db, 'key', rows.goneKeys)
  await dialect.deleteMany(db, 'translation', rows.goneTexts)
  await dialect.deleteMany(db, 'search_text', rows.goneSearch)
  await dialect.insertMany(db, 'key', rows.newKeys)
  await dialect.updateMany(db, 'key', rows.keyColumns, rows.editedKeys)
  await dialect.insertMany(db, 'translation', inOrder(rows.newTexts))
  for (const { columns, texts } of rows.changedTexts.values())
    await dialect.updateMany(db, 'translation', columns, texts)
  await dialect.insertMany(db, 'search_text', inOrder(rows.newSearch))
  await dialect.upsertSearchTexts(db, rows.search)
  await recordChanges(w, { scope, tally }, rows.changes)
  addToTally(tally, derived, rows)
}

/** Sorts by id, so that rows of one language are written to the same pages one after the other. */
function inOrder<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => a.id - b.id)
}
