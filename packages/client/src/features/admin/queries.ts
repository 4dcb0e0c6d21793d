import { api, type BackupSettings, type ProviderInput, type ReplyOf } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { pagesOf } from '../../lib/server/pages.ts'
import { queryOf } from '../../lib/server/query-of.ts'
import { saveStream } from '../../lib/server/save-file.ts'
import { latestChanges } from './latest-changes.ts'

const PAGE = 50

function pageOf(q: string, from: { readonly cursor?: string }) {
  return { limit: PAGE, ...(q === '' ? {} : { q }), ...from }
}

/** Data of the installation, for owners. */
export const adminQueries = {
  all: ['admin'] as const,
  overview: () => queryOf(['admin', 'overview'], api.admin.overview),
  people: (q: string) =>
    pagesOf(['admin', 'people', q] as const, (from, signal) =>
      call(api.admin.people, { query: pageOf(q, from), signal }),
    ),
  sessions: (q: string) =>
    pagesOf(['admin', 'sessions', q] as const, (from, signal) =>
      call(api.admin.sessions, { query: pageOf(q, from), signal }),
    ),
  projects: (q: string) =>
    pagesOf(['admin', 'projects', q] as const, (from, signal) =>
      call(api.admin.projects, { query: pageOf(q, from), signal }),
    ),
  groups: () =>
    queryOptions({
      queryKey: ['admin', 'groups'],
      queryFn: async ({ signal }) => (await call(api.groups.list, { signal })).groups,
    }),
  peopleOfGroup: (group: number) =>
    queryOptions({
      queryKey: ['admin', 'groups', group],
      queryFn: async ({ signal }) => (await call(api.groups.people, { params: { group }, signal })).people,
    }),
  signIn: () => queryOf(['admin', 'sign-in'], api.oidc.settings),
  jobs: () =>
    queryOptions({
      queryKey: ['admin', 'jobs'],
      queryFn: async ({ signal }) => (await call(api.admin.jobs, { signal })).jobs,
      refetchInterval: 5_000,
    }),
  backups: () => queryOf(['admin', 'backups'], api.admin.backups),
  /** What this version changed for its users, from the changelog. */
  changelog: () =>
    queryOptions({
      queryKey: ['admin', 'changelog'],
      queryFn: async () => latestChanges((await import('../../../../../CHANGELOG.md?raw')).default),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export type ResetLink = ReplyOf<typeof api.account.makeResetLink>

export const adminMutations = {
  setRole: (person: number, role: 'owner' | 'member') =>
    call(api.admin.setRole, { params: { person }, body: { role } }),
  signOut: (person: number) => call(api.admin.signOutPerson, { params: { person } }),
  makeResetLink: (person: number) => call(api.account.makeResetLink, { params: { person } }),
  removeTotp: (person: number) => call(api.admin.removeTotp, { params: { person } }),
  suspend: (person: number, isSuspended: boolean) =>
    call(api.admin.suspend, { params: { person }, body: { isSuspended } }),
  removePerson: (person: number) => call(api.admin.removePerson, { params: { person } }),
  endSession: (session: string) => call(api.admin.endSession, { params: { session } }),
  createGroup: (name: string) => call(api.groups.create, { body: { name } }),
  renameGroup: (group: number, name: string) =>
    call(api.groups.rename, { params: { group }, body: { name } }),
  removeGroup: (group: number) => call(api.groups.remove, { params: { group } }),
  changeGroupPeople: (group: number, change: { add?: number[]; remove?: number[] }) =>
    call(api.groups.changePeople, { params: { group }, body: { add: [], remove: [], ...change } }),
  /** Refused with `stale-setting` if the stored provider has another version by now. */
  changeSignIn: (change: { readonly provider: ProviderInput | null; readonly version: string }) =>
    call(api.oidc.changeSettings, { body: change }),
  testSignIn: (provider: ProviderInput) => call(api.oidc.testSettings, { body: { provider } }),
  rerun: (job: number) => call(api.admin.rerunJob, { params: { job } }),
  makeBackup: () => call(api.admin.makeBackup, {}),
  setBackups: (settings: BackupSettings) => call(api.admin.setBackups, { body: settings }),
  verifyBackup: (backup: string) => call(api.admin.verifyBackup, { params: { backup } }),
  removeBackup: (backup: string) => call(api.admin.removeBackup, { params: { backup } }),
  downloadBackup: async (backup: string) =>
    saveStream(await call(api.admin.downloadBackup, { params: { backup } })),
  testMail: (to: string) => call(api.admin.testMail, { body: { to } }),
  setAuditDays: (days: number) => call(api.admin.setAuditDays, { body: { days } }),
}
