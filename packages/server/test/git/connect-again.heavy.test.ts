import { api } from '@dragoman/contract'
import { addJob, gitSource, projectBySlug } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'

const LATER = '2999-01-01T00:00:00.000Z'

let project: GitProject
beforeAll(async () => {
  const files = { 'locales/en.json': '{ "pay": "Pay" }', 'apps/web/en.json': '{ "web": "Web" }' }
  project = await gitProject(files, { mode: 'pull-request' })
})
afterAll(() => project.close())

/** Runs a failed job again that connected other files of the same repository; returns how it ends. */
async function connectAgain(pattern: string, pullRequestBranch: string) {
  const { sourceId, repository, params, test: server } = project
  const { store, jobs } = server.server.deps
  const job = await store.write(async (w) => {
    const state = await gitSource(w, sourceId)
    if (state === null) throw new Error('The source is gone')
    const { signIn, keyId, knownHosts, mode, forge } = state
    const settings = { ...state.settings, pullRequestBranch }
    const place = { repository: repository.url, branch: 'main', pattern, format: 'i18next-json' }
    const { id } = await addJob(w, {
      projectId: (await projectBySlug(w, 'shop'))?.id ?? 0,
      kind: 'connect-folder',
      payload: {
        sourceId: 0,
        languages: ['en'],
        repository: { ...place, signIn, keyId, knownHosts, mode, forge, settings },
      },
      unit: 'files',
      startedBy: { id: 'user:1', name: 'Ann' },
      maxAttempts: 5,
      at: LATER,
    })
    await w.db.updateTable('job').set({ state: 'failed' }).where('id', '=', id).execute()
    return id
  })
  await server.call(api.jobs.rerun, { params: { ...params, job } })
  return (await jobs.ended(job)).state
}

test('a repository is connected again only as it could be connected for the first time', async () => {
  const { params, repository, test: server } = project
  const sources = async () => (await server.call(api.sources.list, { params })).sources
  await expect(connectAgain('apps/web/{lng}.json', 'l10n/again')).rejects.toMatchObject({
    code: 'unusable-repository',
    params: { reason: 'namespace-taken' },
  })
  await expect(connectAgain('apps/{ns}/{lng}.json', 'l10n/dragoman')).rejects.toMatchObject({
    code: 'unusable-repository',
    params: { reason: 'request-branch-taken', branch: 'l10n/dragoman' },
  })
  expect(await sources()).toHaveLength(1)
  expect(await connectAgain('apps/{ns}/{lng}.json', 'l10n/again')).toBe('done')
  expect(await sources()).toHaveLength(2)
  const { entries } = await server.call(api.audit.ofProject, { params, query: { limit: 1 } })
  expect(entries).toMatchObject([{ kind: 'source.added', target: repository.url }])
})
