import { api, type BackupSettings } from '@dragoman/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { saveStream } from '../../lib/server/save-file.ts'

const PAGE = 50

/** What belongs to the installation, for owners. */
export const adminQueries = {
  overview: () =>
    queryOptions({
      queryKey: ['admin', 'overview'],
      queryFn: ({ signal }) => call(api.admin.overview, { signal }),
    }),
  people: (q: string) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'people', q] as const,
      queryFn: ({ pageParam, signal }) =>
        call(api.admin.people, {
          query: {
            limit: PAGE,
            ...(q === '' ? {} : { q }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          signal,
        }),
      initialPageParam: null as string | null, // the first page has no cursor
      getNextPageParam: ({ next }) => next,
    }),
  jobs: () =>
    queryOptions({
      queryKey: ['admin', 'jobs'],
      queryFn: async ({ signal }) => (await call(api.admin.jobs, { signal })).jobs,
      refetchInterval: 5_000,
    }),
  backups: () =>
    queryOptions({
      queryKey: ['admin', 'backups'],
      queryFn: ({ signal }) => call(api.admin.backups, { signal }),
    }),
}

export const adminMutations = {
  setRole: (person: number, role: 'owner' | 'member') =>
    call(api.admin.setRole, { params: { person }, body: { role } }),
  signOut: (person: number) => call(api.admin.signOutPerson, { params: { person } }),
  runAgain: (job: number) => call(api.admin.runJobAgain, { params: { job } }),
  makeBackup: () => call(api.admin.makeBackup, {}),
  setBackups: (settings: BackupSettings) => call(api.admin.setBackups, { body: settings }),
  verifyBackup: (backup: string) => call(api.admin.verifyBackup, { params: { backup } }),
  removeBackup: (backup: string) => call(api.admin.removeBackup, { params: { backup } }),
  downloadBackup: async (backup: string) =>
    saveStream(await call(api.admin.downloadBackup, { params: { backup } })),
  testMail: (to: string) => call(api.admin.testMail, { body: { to } }),
  setAuditDays: (days: number) => call(api.admin.setAuditDays, { body: { days } }),
}
