import type { Writer } from '../store.ts'
import { addToTally } from './count-changes.ts'
import type { Derived } from './derive.ts'
import type { Scope } from './scope.ts'
import type { OperationTally } from './tally.ts'
import { type ReplacedRow, rowsOf } from './write-rows.ts'

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
  await dialect.deleteMany(db, 'key', rows.removedKeys)
  await dialect.deleteMany(db, 'translation', rows.removedTexts)
  await dialect.deleteMany(db, 'search_text', rows.removedSearch)
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

/** Adds rows to the history, in the order given. */
export async function recordChanges(
  { db, dialect }: Pick<Writer, 'db' | 'dialect'>,
  { scope, tally }: { readonly scope: Scope; readonly tally: OperationTally },
  changes: readonly ReplacedRow[],
): Promise<void> {
  if (changes.length === 0) return
  const reserved = changes.length === 1 ? tally.reservedChangeId : null
  tally.reservedChangeId = null
  const first = reserved ?? (await dialect.allocate(db, 'change', changes.length))
  const own = tally.isUndo ? tally.operationId : null
  const rows = changes.map((change, i) => {
    const { keyId, languageId, kind, before, beforeOperationId } = change
    const { afterOperationId = own, replacedText } = change
    return {
      id: first + i,
      project_id: scope.project.id,
      operation_id: tally.operationId,
      key_id: keyId,
      language_id: languageId,
      kind,
      before: JSON.stringify(before),
      before_operation_id: beforeOperationId,
      after_operation_id: afterOperationId,
      replaced_text: replacedText === true ? 1 : 0,
    }
  })
  tally.firstChange ??= first
  tally.lastChange = first + rows.length - 1
  await dialect.insertMany(db, 'change', rows)
}
