import type { OperationKind, RecordedActor } from '@dragoman/core'
import { recordedActor } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { AskedChange } from './requester.ts'

/**
 * Returns whose operation is undone, and what it did. For the undo of an undo, that is what the original operation
 * `originalId` did.
 */
export async function undoneBy(
  { db }: Reader,
  operationId: number,
): Promise<{
  readonly operation: AskedChange['operation']
  readonly actor: RecordedActor
  readonly originalId: number
}> {
  let actor: RecordedActor | null = null
  for (let id = operationId; ; ) {
    const row = await db
      .selectFrom('operation')
      .select(['kind', 'undoes', 'actor_id', 'actor_label'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    actor ??= recordedActor(row.actor_id, row.actor_label)
    const kind = row.kind as OperationKind // only the write door writes this column
    if (kind !== 'undo') return { operation: kind, actor, originalId: id }
    if (row.undoes === null) throw new Error(`Operation ${id} undid nothing`)
    id = row.undoes
  }
}
