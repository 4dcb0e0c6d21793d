import { hasText, unitId } from '@dragoman/core'
import {
  type FoundUnit,
  formerKeys,
  type JobRow,
  operationsOfEarlierJobs,
  type Reader,
} from '@dragoman/store'
import { IMPORT } from './import-type.ts'

/**
 * What others have changed since an import was requested: it is newer than the files. `own` is the operation of the
 * import, null if there is none yet; the project is locked.
 */
export type NewerWork = {
  /** Returns those of some texts that were written since, except by jobs that were added before the import. */
  readonly texts: (
    r: Reader,
    own: number | null,
    found: Iterable<FoundUnit>,
  ) => Promise<ReadonlySet<FoundUnit>>
  /** Returns the unit ids in a namespace that keys had before they were edited or removed. */
  readonly formerUnits: (r: Reader, own: number | null, namespace: string) => Promise<ReadonlySet<string>>
}

const NONE: ReadonlySet<string> = new Set()

/** Follows what others change while a job imports. A job of an earlier version has no `since`: its operation counts. */
export function openNewerWork(job: JobRow): NewerWork {
  const { id: jobId, projectId } = job
  const { since } = IMPORT.payloadOf(job)
  const former = new Map<string, Set<string>>()
  let after = 0

  return {
    async texts(r, own, found) {
      const from = since ?? own ?? Number.POSITIVE_INFINITY
      const newer = [...found].filter(
        ({ operationId, unit }) => (operationId ?? 0) > from && operationId !== own && hasText(unit.forms),
      )
      const operationIds = [...new Set(newer.flatMap(({ operationId }) => operationId ?? []))]
      const earlier = await operationsOfEarlierJobs(r, { jobId, operationIds })
      return new Set(newer.filter(({ operationId }) => operationId === null || !earlier.has(operationId)))
    },
    async formerUnits(r, own, namespace) {
      const from = since ?? own
      if (from === null) return NONE
      const { keys, lastChange } = await formerKeys(r, { projectId, since: from, except: own, after })
      for (const key of keys) {
        const units = former.get(key.namespace) ?? new Set()
        former.set(key.namespace, units.add(unitId(key)))
      }
      after = lastChange
      return former.get(namespace) ?? NONE
    },
  }
}
