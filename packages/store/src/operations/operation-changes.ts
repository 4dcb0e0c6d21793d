import type { Reader } from '../store.ts'
import type { ChangePreview } from '../types.ts'
import { planUndo } from './undo.ts'

/** What one operation changed and what undoing it would restore, as far as its changes are still in place. */
export async function operationChanges(
  r: Reader,
  request: {
    readonly projectId: number
    readonly operationId: number
    readonly limit: number
    readonly cursor?: string
  },
): Promise<{ readonly rows: readonly ChangePreview[]; readonly next: string | null }> {
  const offset = Number(request.cursor ?? 0) || 0
  const plan = await planUndo(r, request.projectId, request.operationId, offset + request.limit)
  if (!plan) return { rows: [], next: null }
  const end = offset + request.limit
  return { rows: plan.changes.slice(offset, end), next: plan.total > end ? String(end) : null }
}
