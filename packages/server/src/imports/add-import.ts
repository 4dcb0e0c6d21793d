import { type JobRow, lastOperationNumber, type Writer } from '@dragoman/store'
import type { JobRunner, JobToAdd } from '../jobs/job-runner.ts'
import { IMPORT, type ImportPayload } from './import-type.ts'

type NewImport = Omit<JobToAdd<Omit<ImportPayload, 'since'>>, 'dedupeKey'> & { readonly upload: string }

/** Adds the job that imports an upload; an upload has one at most. What is saved from now on is newer than its files. */
export async function addImport(
  w: Writer,
  jobs: Pick<JobRunner, 'add'>,
  { upload, payload, ...job }: NewImport,
): Promise<JobRow> {
  return jobs.add(w, IMPORT, {
    ...job,
    payload: { ...payload, since: await lastOperationNumber(w) },
    dedupeKey: `import ${upload}`,
  })
}
