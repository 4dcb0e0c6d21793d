import { api, type BodyOf, JOBS, type Job, type UnsentAnswer } from '@dragoman/contract'
import type { FileLimits } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { INBOX, startOfToday } from './inbox.ts'
import { projectKey } from './project-key.ts'
import { queryOf } from './query-of.ts'
import { saveStream } from './save-file.ts'

/**
 * Background jobs of a project: those that are queued or running, and those that ended within the last day;
 * newest first. Live events keep the list fresh.
 */
export const jobQueries = {
  list: (project: string) =>
    queryOptions({
      queryKey: projectKey(project, 'jobs'),
      queryFn: async ({ signal }) => (await call(api.jobs.list, { params: { project }, signal })).jobs,
    }),
}

/** Folders and repositories whose files are synced. */
export function sourcesQuery(project: string) {
  return queryOf(projectKey(project, 'sources'), api.sources.list, { params: { project } })
}

/** Names of some people who can change members and settings of a project. */
export function managersQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'members', 'managers'),
    queryFn: async ({ signal }) => {
      const { managers } = await call(api.members.list, {
        params: { project },
        query: { limit: 1, show: 'everyone', q: '' },
        signal,
      })
      return managers.map(({ name }) => name)
    },
  })
}

/** Cancels a job. Its results so far are kept, or reverted if partial results would be wrong. */
export function cancelJob(project: string, { id, kind }: Pick<Job, 'id' | 'kind'>): Promise<Job> {
  const keep = JOBS[kind].whenCancelled === 'keep'
  return call(api.jobs.cancel, { params: { project, job: id }, body: { keep } })
}

/** Runs a failed job again. */
export function rerunJob(project: string, { id }: Pick<Job, 'id'>): Promise<Job> {
  return call(api.jobs.rerun, { params: { project, job: id } })
}

/** The aliases of a key, and when apps last requested it. */
export function keyServedQuery(project: string, keyId: number) {
  return queryOf(projectKey(project, 'files', 'served', keyId), api.keys.served, {
    params: { project, key: keyId },
  })
}

/** Where the app's code uses a key. */
export function keyUsesQuery(project: string, keyId: number) {
  return queryOf(projectKey(project, 'code-uses', keyId), api.codeUses.ofKey, {
    params: { project, key: keyId },
  })
}

const LOOK_EVERY_MS = 500

/** Waits until a job has ended, and returns it. */
export async function endOfJob(project: string, started: Job): Promise<Job> {
  let job = started
  while (job.endedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    job = await call(api.jobs.get, { params: { project, job: started.id } })
  }
  return job
}

/** Downloads the archive of an export. */
export async function downloadExport(project: string, { id }: Pick<Job, 'id'>): Promise<void> {
  await saveStream(await call(api.files.exported, { params: { project, job: id } }))
}

/** Channels of a project, with their latest moves. */
export function channelsQuery(project: string) {
  return queryOf(projectKey(project, 'releases', 'channels'), api.releases.channels, { params: { project } })
}

/** The formats that Dragoman reads and writes, with their extensions. */
export function formatsQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'files', 'formats'),
    queryFn: ({ signal }) => call(api.files.formats, { params: { project }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Limits of the files of a project. Live events about files keep them fresh. */
export function fileLimitsQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'files', 'limits'),
    queryFn: ({ signal }) => call(api.files.limits, { params: { project }, signal }),
    select: ({ limits }): readonly FileLimits[] =>
      limits.flatMap(({ files, limits: own }) => files.map((file): FileLimits => ({ ...file, limits: own }))),
  })
}

/** The old addresses of apps that lead to channels of the project. */
export function oldAddressesQuery(project: string) {
  return queryOf(projectKey(project, 'old-addresses'), api.oldAddresses.list, { params: { project } })
}

/** Undoes an operation, unless its texts have changed again since. */
export function undoOperation(project: string, operation: number) {
  return call(api.operations.undo, { params: { project, operation }, body: { keepNewer: false } })
}

/** Scans a folder on the server for locale files. */
export function inspectFolder(folder: string) {
  return call(api.sources.inspect, { body: { folder } })
}

/** Deletes a project. `confirm`: its exact URL name. */
export function removeProject(project: string, confirm: string, unsent: UnsentAnswer | undefined) {
  return call(api.projects.remove, { params: { project }, body: { confirm, ...unsent } })
}

/** Says at which string a window of a project is. */
export function sendLocation(project: string, body: BodyOf<typeof api.presence.move>) {
  return call(api.presence.move, { params: { project }, body })
}

/** The current versions of the strings of some keys, 500 at most; those of removed keys are left out. */
export async function stringsNow(project: string, language: string, keyIds: readonly number[]) {
  const query = { keys: keyIds.join(), language }
  return (await call(api.translations.rows, { params: { project }, query })).rows
}

const ASK_AGAIN_MS = 60_000

/** The number of open notifications. Live events keep it fresh; occasional polling catches missed ones. */
export function inboxCountsQuery() {
  return queryOptions({
    queryKey: [...INBOX, 'counts'],
    queryFn: ({ signal }) => call(api.notifications.counts, { query: { since: startOfToday() }, signal }),
    refetchInterval: ASK_AGAIN_MS,
  })
}
