import { api, type Job } from '@dragoman/contract'
import type { FileLimits } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { NEEDS_ME, startOfToday } from './needs-me.ts'
import { projectKey } from './project-key.ts'
import { saveStream } from './save-file.ts'
import type { StringAddress } from './string-address.ts'

/**
 * Background jobs of a project: those that run or wait, and those that ended within the last day; newest
 * first. Live events keep the list fresh.
 */
export const jobQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'jobs'),
      queryFn: async ({ signal }) => (await call(api.jobs.list, { params: { project }, signal })).jobs,
    }),
}

/** Kinds of jobs that leave what they have done when they are cancelled: it can be undone. */
const KEEPING: ReadonlySet<Job['kind']> = new Set(['import', 'undo'])

/** Asks a job to stop. What it has done so far stays, or is taken back where half of it would be wrong. */
export function cancelJob(project: string, { id, kind }: Pick<Job, 'id' | 'kind'>): Promise<Job> {
  return call(api.jobs.cancel, { params: { project, job: id }, body: { keep: KEEPING.has(kind) } })
}

/** Has a job run again that has failed. */
export function runJobAgain(project: string, { id }: Pick<Job, 'id'>): Promise<Job> {
  return call(api.jobs.runAgain, { params: { project, job: id } })
}

const LOOK_EVERY_MS = 500

/** The job once it has ended. */
export async function endOfJob(project: string, started: Job): Promise<Job> {
  let job = started
  while (job.endedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    job = await call(api.jobs.get, { params: { project, job: started.id } })
  }
  return job
}

/** Saves the archive that an export has made. */
export async function downloadExport(project: string, { id }: Pick<Job, 'id'>): Promise<void> {
  await saveStream(await call(api.files.exported, { params: { project, job: id } }))
}

/** What the files of a project can hold. Live events about files keep it fresh. */
export function fileLimitsQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'files', 'limits'),
    queryFn: ({ signal }) => call(api.files.limits, { params: { project }, signal }),
    select: ({ limits }): readonly FileLimits[] =>
      limits.flatMap(({ files, limits: own }) => files.map((file): FileLimits => ({ ...file, limits: own }))),
  })
}

/** Undoes an operation, unless something was changed again since. */
export function undoOperation(project: string, operation: number) {
  return call(api.operations.undo, { params: { project, operation }, body: { keepNewer: false } })
}

/** Looks for locale files in a folder on the server. */
export function inspectFolder(folder: string) {
  return call(api.sources.inspect, { body: { folder } })
}

/** A string as it is now. */
export function stringNow({ project, language, keyId }: StringAddress) {
  return call(api.translations.get, { params: { project, key: keyId, language } })
}

const ASK_AGAIN_MS = 60_000

/** How much is open. Live events keep it fresh; asking now and then finds what was missed. */
export function needsMeQuery() {
  return queryOptions({
    queryKey: [...NEEDS_ME, 'counts'],
    queryFn: ({ signal }) => call(api.notifications.counts, { query: { since: startOfToday() }, signal }),
    refetchInterval: ASK_AGAIN_MS,
  })
}
