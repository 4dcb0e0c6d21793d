import {
  api,
  type BodyOf,
  type ExportReply,
  Failure,
  type GitLookReply,
  type HostKeyReply,
  type Job,
  type NewGitKeyReply,
  type UnsentAnswer,
} from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { downloadExport, endOfJob } from '../../lib/server/queries.ts'
import { queryOf } from '../../lib/server/query-of.ts'
import { saveFile } from '../../lib/server/save-file.ts'

/** What is exported: a namespace in a language, as a file of a format. */
export type ExportTarget = Readonly<Record<'format' | 'language' | 'namespace', string>>

/** Code uses, exports and conflicts of a project; live events refresh them. */
export const fileQueries = {
  /** Comparing them with the keys takes long in a large project, so changed files do not refresh them. */
  codeUses: (project: string) =>
    queryOf(projectKey(project, 'code-uses'), api.codeUses.get, { params: { project } }),
  /** What a file would be, without its content. Events do not refresh it, because the export reads everything again. */
  exportPreview: (project: string, { format, language, namespace }: ExportTarget) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'export', format, language, namespace),
      queryFn: ({ signal }) => {
        const query = { format, language, namespace, content: 'skip' } as const
        return call(api.files.export, { params: { project }, query, signal })
      },
      enabled: namespace !== '',
      meta: { live: 'own' },
    }),
  /** `source`: null for those of all sources. */
  conflicts: (project: string, source: number | null) =>
    queryOf(projectKey(project, 'files', 'conflicts', source), api.files.conflicts, {
      params: { project },
      query: source === null ? {} : { source },
    }),
}

/** Number of sync history entries shown at first. */
export const HISTORY_AT_FIRST = 20

/** Number of waiting files shown at first. */
export const WAITING_AT_FIRST = 20

/** The forge is polled at this interval, and only while the page is shown. */
const CHECKS_EVERY_MS = 60_000

/** A connected repository. Live events about files refresh it. */
export const gitQueries = {
  state: (project: string, source: number) =>
    queryOf(projectKey(project, 'files', 'git', source), api.git.get, {
      params: { project, source },
      query: { history: HISTORY_AT_FIRST },
    }),
  /** More of the history than `state` has. */
  history: (project: string, source: number, history: number) =>
    queryOf(projectKey(project, 'files', 'git', source, 'history', history), api.git.get, {
      params: { project, source },
      query: { history },
    }),
  checks: (project: string, source: number) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'git', source, 'checks'),
      queryFn: ({ signal }) => call(api.git.checks, { params: { project, source }, signal }),
      refetchInterval: CHECKS_EVERY_MS,
      retry: false,
    }),
  waiting: waitingQuery,
  waitingFirst: (project: string, source: number) => waitingQuery(project, source, WAITING_AT_FIRST),
}

function waitingQuery(project: string, source: number, files: number) {
  return queryOf(projectKey(project, 'files', 'git', source, 'waiting', files), api.git.waiting, {
    params: { project, source },
    query: { files },
  })
}

export const branchQueries = {
  /** Without counting what was not sent, because that reads all files of the branches. */
  list: (project: string) =>
    queryOf(projectKey(project, 'files', 'branches', 'listed'), api.branches.list, {
      params: { project },
      query: { unsent: 'skip' },
    }),
  withUnsent: (project: string) =>
    queryOf(projectKey(project, 'files', 'branches', 'with-unsent'), api.branches.list, {
      params: { project },
    }),
  /** Branches that the repository has now. */
  ofRepository: (project: string, source: number) =>
    queryOptions({
      queryKey: projectKey(project, 'files', 'git', source, 'branches'),
      queryFn: ({ signal }) => call(api.branches.ofRepository, { params: { project, source }, signal }),
      retry: false,
    }),
}

export const branchMutations = {
  open: (project: string, body: BodyOf<typeof api.branches.open>) =>
    call(api.branches.open, { params: { project }, body }),
  close: (project: string, branch: string, body: BodyOf<typeof api.branches.close>) =>
    call(api.branches.close, { params: { project, branch }, body }),
}

export const gitMutations = {
  signOff: () => call(api.account.update, { body: { signsOff: true } }),
  createKey: (project: string) => call(api.git.createKey, { params: { project } }),
  update: (project: string, source: number, body: BodyOf<typeof api.git.update>) =>
    call(api.git.update, { params: { project, source }, body }),
  inspectLocation: (project: string, source: number, body: BodyOf<typeof api.git.inspectLocation>) =>
    call(api.git.inspectLocation, { params: { project, source }, body }),
  move: (project: string, source: number, body: BodyOf<typeof api.git.move>) =>
    call(api.git.move, { params: { project, source }, body }),
  send: (project: string, source: number) => call(api.git.send, { params: { project, source } }),
  test: (project: string, source: number) => call(api.git.test, { params: { project, source } }),
  setWebhookSecret: (project: string, source: number, secret: string) =>
    call(api.git.setWebhookSecret, { params: { project, source }, body: { secret } }),
  webhookSecret: (project: string, source: number) =>
    call(api.git.webhookSecret, { params: { project, source } }),
}

/** How a repository is reached and connected: of a project, or of a new one that is created with it. */
export type RepositoryCalls = {
  readonly createKey: () => Promise<NewGitKeyReply>
  readonly hostKeys: (repository: string) => Promise<{ readonly keys: readonly HostKeyReply[] }>
  readonly look: (body: BodyOf<typeof api.git.look>) => Promise<GitLookReply>
  /** Returns the project, and the job that reads its files. */
  readonly connect: (
    body: BodyOf<typeof api.git.connect>,
  ) => Promise<{ readonly project: string; readonly job: Job }>
}

/** A project that is created with its repository. */
export type NewProject = Pick<
  BodyOf<typeof api.repositories.createProject>,
  'slug' | 'name' | 'sourceLanguage' | 'deliverPublic'
>

export function repositoryCalls(project: string): RepositoryCalls {
  const params = { project }
  return {
    createKey: () => gitMutations.createKey(project),
    hostKeys: (repository) => call(api.git.hostKeys, { params, body: { repository } }),
    look: (body) => call(api.git.look, { params, body }),
    connect: async (body) => ({ project, job: (await call(api.git.connect, { params, body })).job }),
  }
}

/** The project is created with the last call; before that, nothing is stored. */
export function newProjectCalls(project: NewProject): RepositoryCalls {
  return {
    createKey: () => call(api.repositories.createKey, {}),
    hostKeys: (repository) => call(api.repositories.hostKeys, { body: { repository } }),
    look: (body) => call(api.repositories.look, { body }),
    async connect(body) {
      const { slug, job } = await call(api.repositories.createProject, { body: { ...body, ...project } })
      return { project: slug, job }
    },
  }
}

export const fileMutations = {
  /** Adds a key that the code requests; its source text is written afterwards. */
  addKey: (project: string, { namespace, name }: { readonly namespace: string; readonly name: string }) =>
    call(api.keys.create, { params: { project }, body: { namespace, name, plural: 'none', forms: {} } }),
  /** Exports a file and downloads it; returns what is known about it. */
  async exportFile(project: string, query: ExportTarget): Promise<ExportReply> {
    const file = await call(api.files.export, { params: { project }, query })
    saveFile(file)
    return { ...file, content: '' }
  },
  /** Exports all files as one archive, and downloads it when it is ready. Throws the failure of the job. */
  async exportAll(project: string, format: string): Promise<void> {
    const started = await call(api.files.exportAll, { params: { project }, body: { format } })
    const job = await endOfJob(project, started)
    if (job.problem !== null) throw new Failure(job.problem.code, job.problem.params)
    if (job.state === 'done') await downloadExport(project, job)
  },
  resolveConflict: (project: string, conflict: number, body: BodyOf<typeof api.files.resolve>) =>
    call(api.files.resolve, { params: { project, conflict }, body }),
}

export const sourceMutations = {
  connect: (project: string, body: BodyOf<typeof api.sources.create>) =>
    call(api.sources.create, { params: { project }, body }),
  sync: (project: string, source: number) => call(api.sources.sync, { params: { project, source } }),
  disconnect: (project: string, source: number, unsent?: UnsentAnswer) =>
    call(api.sources.remove, { params: { project, source }, query: unsent ?? {} }),
}

/** An upload of files, the preview of its import, and the import. */
export const importMutations = {
  open: (project: string, signal: AbortSignal) => call(api.imports.create, { params: { project }, signal }),
  send: (at: Upload, path: string, file: File, signal: AbortSignal) =>
    call(api.imports.upload, { params: at, query: { path }, bytes: file, signal }),
  plan: (at: Upload, body: BodyOf<typeof api.imports.plan>, signal?: AbortSignal) =>
    call(api.imports.plan, { params: at, body, signal }),
  start: (at: Upload, body: BodyOf<typeof api.imports.start>) =>
    call(api.imports.start, { params: at, body }),
  remove: (at: Upload) => call(api.imports.remove, { params: at }),
}

type Upload = { readonly project: string; readonly upload: string }
