import { setImmediate } from 'node:timers/promises'
import { SYSTEM_ACTOR } from '@dragoman/core'
import { nothingApplied } from '../door/apply.ts'
import { deriveKeys } from '../door/derive.ts'
import { changeSetOf, emitChangeSet, writeCounts } from '../door/finish.ts'
import { loadTexts } from '../door/load.ts'
import { lockScope, type Scope } from '../door/scope.ts'
import { openTally } from '../door/tally.ts'
import { write } from '../door/write.ts'
import type { Writer } from '../store.ts'

/** Keys checked together, as many as the door takes. */
const CHUNK = 250

/** Ids of the languages whose texts are to be checked, by key; null: all languages. */
export type TextsToCheck = ReadonlyMap<number, readonly number[] | null>

/**
 * Checks texts with the current rules, and announces a new revision. No text changes, so nothing is added to the
 * history and nothing can be undone.
 */
export async function checkAgain(w: Writer, projectId: number, texts: TextsToCheck): Promise<void> {
  const scope = await lockScope(w, projectId)
  const revision = await w.dialect.allocate(w.db, 'operation', 1)
  await w.db.updateTable('project').set({ revision }).where('id', '=', projectId).execute()
  const tally = openTally(
    { operationId: 0, version: 0, reservedChangeId: null },
    { kind: 'check', by: { actor: SYSTEM_ACTOR }, at: '' },
  )
  const keys = [...texts]
  for (let at = 0; at < keys.length; at += CHUNK) {
    if (at > 0) await setImmediate()
    const loaded = await loadTexts(w, scope, withSources(scope, keys.slice(at, at + CHUNK)))
    await write(w, tally, deriveKeys(nothingApplied(loaded), true))
  }
  await writeCounts(w, tally)
  emitChangeSet(w, changeSetOf(tally, scope, revision), SYSTEM_ACTOR.id)
}

/** Returns the languages to load by key: translations are compared with their source texts. */
function withSources(scope: Scope, keys: Iterable<readonly [number, readonly number[] | null]>) {
  const all = [...scope.languagesById.keys()]
  return new Map(
    Array.from(keys, ([keyId, languages]) => [
      keyId,
      languages === null ? all : new Set([scope.source.id, ...languages]),
    ]),
  )
}
