import { setImmediate } from 'node:timers/promises'
import type { Writer } from '../store.ts'
import { writeCounts } from './apply-operation.ts'
import { flush } from './flush.ts'
import { type Ledger, openLedger, touchedOf } from './ledger.ts'
import { loadScope, type Scope } from './scope.ts'
import { isFailing } from './settle.ts'
import { loadWorkingSet } from './working-set.ts'

/** Keys checked at once, as many as the door takes. */
const CHUNK = 250

/**
 * Checks all texts of these keys by the rules there are now, and announces a new revision. No text changes, so the history has nothing to say and
 * nothing is undone.
 */
export async function checkAgain(w: Writer, projectId: number, keyIds: readonly number[]): Promise<void> {
  const { db, dialect } = w
  await dialect.lockProject(db, projectId)
  const before = await loadScope(w, projectId)
  const revision = before.project.revision + 1
  await db.updateTable('project').set({ revision }).where('id', '=', projectId).execute()
  const scope = await loadScope(w, projectId)
  const ledger = openLedger({ operationId: 0, version: 0 }, { kind: 'settings', author: '', at: '' })
  for (let at = 0; at < keyIds.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    await checkKeys(w, { scope, ledger, ids: keyIds.slice(at, at + CHUNK) })
  }
  await writeCounts(w, ledger)
  w.announce(touchedOf(ledger, scope, revision))
}

async function checkKeys(
  w: Writer,
  { scope, ledger, ids }: { readonly scope: Scope; readonly ledger: Ledger; readonly ids: readonly number[] },
): Promise<void> {
  // Loads the keys with all their texts.
  const set = await loadWorkingSet(
    w,
    scope,
    ids.map((keyId) => ({ kind: 'edit-key', keyId, fields: {} })),
  )
  const work = { r: w, scope, ledger, set, refusals: [], nextKeyId: 0 }
  for (const key of set.keys.values()) {
    const source = key.texts.get(scope.source.id)
    for (const text of key.texts.values()) text.failing = isFailing(work, key, text, source)
  }
  await flush(work)
}
