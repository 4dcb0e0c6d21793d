import type { Work } from './work.ts'
import type { WorkKey } from './working-set.ts'

/**
 * Returns the key as the chunk has changed it so far; if it does not exist, notes a refusal and returns null.
 */
export function existingKey(job: Work, keyId: number): WorkKey | null {
  const key = job.set.keys.get(keyId)
  if (key && !key.removed) return key
  // The caller of `work` finds out for all refusals together which of these keys were removed.
  job.refusals.push({ code: 'not-found', keyId })
  return null
}
