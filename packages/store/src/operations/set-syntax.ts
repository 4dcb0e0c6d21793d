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
 * Has the texts of a project read in another message syntax from now on, and checks all of them anew. No text changes, so the history has nothing
 * to say and nothing is undone. `syntax` is an id of core's message syntaxes; the one there is already changes nothing.
 */
export async function setSyntax(w: Writer, projectId: number, syntax: string): Promise<void> {
  const { db, dialect } = w
  await dialect.lockProject(db, projectId)
  const before = await loadScope(w, projectId)
  if (before.project.syntax === syntax) return
  const revision = before.project.revision + 1
  await db.updateTable('project').set({ syntax, revision }).where('id', '=', projectId).execute()
  const scope = await loadScope(w, projectId)
  const ledger = openLedger({ operationId: 0, version: 0 }, { kind: 'settings', author: '', at: '' })
  const keys = await db.selectFrom('key').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  for (let at = 0; at < keys.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    const ids = keys.slice(at, at + CHUNK).map(({ id }) => id)
    await checkKeys(w, { scope, ledger, ids })
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
