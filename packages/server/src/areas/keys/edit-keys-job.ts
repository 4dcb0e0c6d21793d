import { applyOperation } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { editJob } from '../../jobs/edit-in-steps.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { type JobType, jobType } from '../../jobs/job-type.ts'
import { failureOfRefusals } from '../run-operation.ts'
import { bulkChanges, type KeysAct } from './bulk-changes.ts'

type EditKeysPayload = { readonly keys: readonly number[]; readonly act: KeysAct }

export const EDIT_KEYS: JobType<'edit-keys', EditKeysPayload> = jobType('edit-keys')

/** Deletes, moves or tags many keys in steps (see `bulkChanges`). */
export function editKeysJob(deps: Pick<Deps, 'store' | 'now' | 'lastRequestMs'>): JobKind<'edit-keys'> {
  return editJob(deps, {
    type: EDIT_KEYS,
    count: ({ keys }) => keys.length,
    async write(w, { keys, act }, { from, to, projectId, by, at, continues }) {
      const result = await applyOperation(w, {
        projectId,
        kind: 'keys',
        by,
        at,
        ...(continues === null ? {} : { continues }),
        changes: await bulkChanges(w, { projectId, keys: keys.slice(from, to), act }),
      })
      if (!result.ok) throw failureOfRefusals(result.refusals)
      return { operationId: result.operationId, keptNewer: 0, left: 0 }
    },
  })
}
