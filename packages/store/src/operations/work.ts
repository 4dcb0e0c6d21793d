import type { Reader } from '../store.ts'
import type { Refusal } from '../types.ts'
import { existingKey } from './existing-key.ts'
import type { InternalChange } from './internal-change.ts'
import type { OperationTally } from './operation-tally.ts'
import type { Scope } from './scope.ts'
import { addKey, editKey, restoreFields, restoreKey } from './work-keys.ts'
import { restoreText, translate } from './work-texts.ts'
import { identity, type WorkingSet } from './working-set.ts'

export type Work = {
  readonly r: Reader
  readonly scope: Scope
  readonly tally: OperationTally
  readonly set: WorkingSet
  readonly refusals: Refusal[]
  /** Next free key id of those allocated for this chunk. */
  nextKeyId: number
}

/** Carries out one change in memory, or notes a refusal. */
export async function work(job: Work, change: InternalChange): Promise<void> {
  switch (change.kind) {
    case 'translate':
      return translate(job, change)
    case 'restore-text':
      return restoreText(job, change)
    case 'add-key':
      return addKey(job, change)
    case 'restore-key':
      return restoreKey(job, change)
    case 'remove-key': {
      const key = existingKey(job, change.keyId)
      if (!key) return
      key.removed = true
      if (change.backTo !== undefined) key.backTo = change.backTo
      job.set.identities.delete(identity(key.namespaceId, key.plural, key.name))
      return
    }
    case 'edit-key':
      return editKey(job, change)
    case 'restore-fields':
      return restoreFields(job, change.keyId, change.before)
    case 'add-language':
    case 'remove-language':
      throw new Error('languages are no work on keys')
    default:
      change satisfies never
  }
}
