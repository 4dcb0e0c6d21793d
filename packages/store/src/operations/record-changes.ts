import type { ChangeKind } from './internal-change.ts'
import type { Work } from './work.ts'

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
  { r, scope, tally }: Pick<Work, 'r' | 'scope' | 'tally'>,
  changes: readonly ReplacedRow[],
): Promise<void> {
  if (changes.length === 0) return
  const first = await firstChangeId(r, tally, changes.length)
  const own = tally.isUndo ? tally.operationId : null
  const rows = changes.map((change, i) => {
    const {
      keyId,
      languageId,
      kind,
      before,
      beforeOperationId,
      afterOperationId = own,
      replacedText,
    } = change
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
  await r.dialect.insertMany(r.db, 'change', rows)
}

async function firstChangeId(
  { db, dialect }: Work['r'],
  tally: Work['tally'],
  count: number,
): Promise<number> {
  const reserved = count === 1 ? tally.reservedChangeId : null
  if (reserved === null) return dialect.allocate(db, 'change', count)
  tally.reservedChangeId = null
  return reserved
}
