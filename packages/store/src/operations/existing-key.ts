import type { Work } from './work.ts'
import type { WorkKey } from './working-set.ts'

/** The key as the chunk has it so far; null, with a refusal noted, where it is not there. */
export function existingKey(job: Work, keyId: number): WorkKey | null {
  const key = job.set.keys.get(keyId)
  if (key && !key.removed) return key
  // Told apart from a key that was removed by the caller of `work`, once and for all refusals.
  job.refusals.push({ code: 'not-found', keyId })
  return null
}
