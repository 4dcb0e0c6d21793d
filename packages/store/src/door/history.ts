import type { Writer } from '../store.ts'
import type { ChangeKind } from './change.ts'
import type { Scope } from './scope.ts'
import type { OperationTally } from './tally.ts'

/** What was replaced, to be recorded in the history. */
export type ReplacedRow = {
  readonly keyId: number
  readonly languageId: number | null
  readonly kind: ChangeKind
  readonly before: unknown
  readonly beforeOperationId: number | null
  /** Operation that the new state belongs to, if not the recorded one; 0: none. */
  readonly afterOperationId?: number | null
  /** A text was replaced by another one. */
  readonly replacedText?: boolean
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
