import { setImmediate } from 'node:timers/promises'
import { SYSTEM_ACTOR } from '@dragoman/core'
import type { Writer } from '../store.ts'
import { isFailing } from './derive-flags.ts'
import { emitChangeSet } from './emit-change-set.ts'
import { writeCounts } from './finish-operation.ts'
import { flush } from './flush.ts'
import { changeSetOf, type OperationTally, openTally } from './operation-tally.ts'
import { lockScope, type Scope } from './scope.ts'
import { loadWorkingSet } from './working-set.ts'

/** Keys checked together, as many as the door takes. */
const CHUNK = 250

/**
 * Checks all texts of these keys with the current rules, and announces a new revision. No text changes, so
 * nothing is added to the history and nothing can be undone.
 */
export async function checkAgain(w: Writer, projectId: number, keyIds: readonly number[]): Promise<void> {
  const scope = await lockScope(w, projectId)
  const revision = scope.project.revision + 1
  await w.db.updateTable('project').set({ revision }).where('id', '=', projectId).execute()
  const tally = openTally(
    { operationId: 0, version: 0, reservedChangeId: null },
    { kind: 'settings', by: { actor: SYSTEM_ACTOR }, at: '' },
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
  const set = await loadWorkingSet(
    w,
    scope,
    ids.map((keyId) => ({ kind: 'edit-key', keyId, fields: {} })),
  )
  const work = { r: w, scope, tally, set, refusals: [], nextKeyId: 0 }
  for (const key of set.keys.values()) {
    const source = key.texts.get(scope.source.id)
    for (const text of key.texts.values()) text.failing = isFailing(work, key, text, source)
  }
  await flush(work)
}
