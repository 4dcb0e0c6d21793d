import { sql } from 'kysely'
import type { Writer } from '../store.ts'
import type { RefusedInOperation } from '../types.ts'
import type { Scope } from './scope.ts'
import type { OperationTally } from './tally.ts'

/**
 * Returns refusals for the names that an undo restored and that other keys still have when everything is
 * written.
 */
export async function namesInUse(
  { db }: Writer,
  tally: OperationTally,
): Promise<readonly RefusedInOperation[]> {
  const refusals: RefusedInOperation[] = []
  for (const { keyId, namespaceId, namespace, name } of tally.namesInUse) {
    const key = await db
      .selectFrom('key')
      .select(['lookup', 'name', 'plural'])
      .where('id', '=', keyId)
      .executeTakeFirst()
    if (!key) continue
    const other = await db
      .selectFrom('key')
      .select('id')
      .where('namespace_id', '=', namespaceId)
      .where('lookup', '=', key.lookup)
      .where('name', '=', key.name)
      .where('plural', '=', key.plural)
      .where('id', '<>', keyId)
      .executeTakeFirst()
    if (other) refusals.push({ code: 'already-exists', namespace, name, keyId: other.id, change: null })
  }
  return refusals
}

/** Tells keys that never existed from keys that were removed, by looking at the history. */
export async function explainRefusals(
  { db, dialect }: Writer,
  scope: Scope,
  refusals: readonly RefusedInOperation[],
): Promise<readonly RefusedInOperation[]> {
  const missing = refusals.flatMap((refusal) => (refusal.code === 'not-found' ? [refusal.keyId] : []))
  if (missing.length === 0) return refusals
  const rows = await db
    .selectFrom('change')
    .select('key_id')
    .where('project_id', '=', scope.project.id)
    .where('kind', '=', 'key-removed')
    .where(dialect.inIds(sql.ref('key_id'), missing))
    .execute()
  const removed = new Set(rows.map((row) => row.key_id))
  return refusals.map((refusal) =>
    refusal.code === 'not-found' && removed.has(refusal.keyId)
      ? { code: 'gone', keyId: refusal.keyId, change: refusal.change }
      : refusal,
  )
}
