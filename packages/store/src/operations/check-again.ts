import { setImmediate } from 'node:timers/promises'
import { SYSTEM_ACTOR } from '@dragoman/core'
import { nothingApplied } from '../door/apply.ts'
import { deriveKeys } from '../door/derive.ts'
import { changeSetOf, emitChangeSet, writeCounts } from '../door/finish.ts'
import { load } from '../door/load.ts'
import { lockScope, type Scope } from '../door/scope.ts'
import { type OperationTally, openTally } from '../door/tally.ts'
import { write } from '../door/write.ts'
import type { Writer } from '../store.ts'

/** Keys checked together, as many as the door takes. */
const CHUNK = 250

/**
 * Checks all texts of these keys with the current rules, and announces a new revision. No text changes, so
 * nothing is added to the history and nothing can be undone.
 */
export async function checkAgain(w: Writer, projectId: number, keyIds: readonly number[]): Promise<void> {
  const scope = await lockScope(w, projectId)
  const revision = await w.dialect.allocate(w.db, 'operation', 1)
  await w.db.updateTable('project').set({ revision }).where('id', '=', projectId).execute()
  const tally = openTally(
    { operationId: 0, version: 0, reservedChangeId: null },
    { kind: 'check', by: { actor: SYSTEM_ACTOR }, at: '' },
  )
  for (let at = 0; at < keyIds.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    await checkKeys(w, { scope, tally, ids: keyIds.slice(at, at + CHUNK) })
  }
  await writeCounts(w, tally)
  emitChangeSet(w, changeSetOf(tally, scope, revision), SYSTEM_ACTOR.id)
}

async function checkKeys(
  w: Writer,
  {
    scope,
    tally,
    ids,
  }: { readonly scope: Scope; readonly tally: OperationTally; readonly ids: readonly number[] },
): Promise<void> {
  // Loads the keys with all their texts.
  const loaded = await load(
    w,
    scope,
    ids.map((keyId) => ({ kind: 'edit-key', keyId, fields: {} })),
  )
  await write(w, tally, deriveKeys(nothingApplied(loaded), true))
}
