import type { BulkRow } from '../dialect/dialect.ts'
import type { ChangeKind } from './door-change.ts'
import type { Work } from './work.ts'

/** What was replaced, on its way into the history. */
export type ReplacedRow = {
  readonly keyId: number
  readonly languageId: number | null
  readonly kind: ChangeKind
  readonly before: unknown
  readonly beforeOperationId: number | null
}

/** Adds rows to the history, in the order given. */
export async function recordChanges(
  { r, scope, ledger }: Pick<Work, 'r' | 'scope' | 'ledger'>,
  changes: readonly ReplacedRow[],
): Promise<void> {
  if (changes.length === 0) return
  const first = await r.dialect.allocate(r.db, 'change', changes.length)
  const rows = changes.map(({ keyId, languageId, kind, before, beforeOperationId }, i): BulkRow => {
    return [first + i, scope.project.id, ledger.operationId, keyId, languageId, kind, JSON.stringify(before), beforeOperationId]
  })
  await r.dialect.insertMany(r.db, 'change', rows)
}
