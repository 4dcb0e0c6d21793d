import { api } from '@dragoman/contract'
import { gitSource, listBranches, projectBySlug, sourceById } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { openForgeDouble } from '../forges/forge-double.ts'
import { eventually } from '../test-server.ts'
import { type GitProject, gitProject } from './git-project.ts'
import { openGitServer } from './git-server.ts'

/** A source moves with its branch or its repository; what was saved meanwhile is sent to the new place. */

const FILES = {
  'locales/en.json': '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n',
  'locales/de.json': '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n',
}
const DE = 'locales/de.json'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

const at = ({ params, sourceId }: GitProject) => ({ ...params, source: sourceId })
const stateOf = (of: GitProject) => of.test.call(api.git.get, { params: at(of) })
const conflictsOf = ({ test: server, params }: GitProject) => server.call(api.files.conflicts, { params })

test('a renamed default branch is followed: unsent texts stay, developers’ texts arrive, no conflict appears', async () => {
  const opened = await gitProject(FILES)
  project = opened
  const { repository, test: server } = opened
  await project.save('pay', 'de', 'Bezahlen')
  repository.write({
    [DE]: FILES[DE].replace('Laden', 'Geschäft'),
    'locales/fr.json': '{"title":"Boutique"}',
  })
  repository.commit('Renamed')
  repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/trunk', ':main')
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'branch-missing' } })
  const body = { repository: repository.url, branch: 'trunk' }
  expect(await server.call(api.git.inspectLocation, { params: at(project), body })).toMatchObject({
    branch: 'trunk',
    branches: ['trunk'],
    files: { same: 1, changed: 1, added: 1, missing: 0 },
    waitingFiles: 1,
  })
  expect(await server.call(api.git.move, { params: at(project), body })).toMatchObject({
    branch: 'trunk',
    problem: null,
  })
  await eventually(async () => (await project?.text('title', 'de')) === 'Geschäft')
  await project.send()
  expect(repository.fileAt('trunk', DE)).toBe('{\n  "title": "Geschäft",\n  "pay": "Bezahlen"\n}\n')
  expect((await conflictsOf(project)).conflicts).toEqual([])
  // The round after the push adopts the commit.
  await eventually(async () => (await stateOf(opened)).waitingFiles === 0)
  expect(await stateOf(project)).toMatchObject({ branch: 'trunk', problem: null })
  expect(repository.log('trunk', '%s')).toHaveLength(3)
})

test('a new history at another server is merged with what was last synced; the old credentials are not sent there', async () => {
  project = await gitProject(FILES)
  const { test: server } = project
  await project.save('pay', 'de', 'Bezahlen')
  const other = await openGitServer()
  try {
    const next = other.createRepository('shop/app')
    next.write({ ...FILES, [DE]: FILES[DE].replace('Laden', 'Geschäft') })
    next.commit('Imported')
    const body = { repository: next.url, branch: 'main' }
    const refused = { code: 'unusable-repository', params: { reason: 'other-repository' } }
    const params = at(project)
    await expect(server.call(api.git.inspectLocation, { params, body })).rejects.toMatchObject(refused)
    await expect(server.call(api.git.move, { params, body })).rejects.toMatchObject(refused)
    expect(other.requests).toEqual([])
    const signIn = { kind: 'password' as const, user: other.user, password: other.password }
    await server.call(api.git.move, { params: at(project), body: { ...body, signIn } })
    await project.send()
    expect(next.fileAt('main', DE)).toBe('{\n  "title": "Geschäft",\n  "pay": "Bezahlen"\n}\n')
    expect(await project.text('title', 'de')).toBe('Geschäft')
    expect((await conflictsOf(project)).conflicts).toEqual([])
    project = await project.restarted()
    await project.sync()
    expect(await stateOf(project)).toMatchObject({ repository: next.url, problem: null, waitingFiles: 0 })
  } finally {
    await other.close()
  }
})

test('a repository that was moved at its server keeps its commits, and is read from its new address', async () => {
  project = await gitProject(FILES)
  const { git, repository, test: server } = project
  const next = git.createRepository('other/shop')
  repository.git('push', '--quiet', next.bare, 'HEAD:refs/heads/main')
  await project.save('pay', 'de', 'Bezahlen')
  const place = { repository: next.url, branch: 'main' }
  // The token of one person must not give others access to all repositories that it can read.
  for (const refused of [
    await server.fail(api.git.inspectLocation, { params: at(project), body: place }),
    await server.fail(api.git.move, { params: at(project), body: place }),
  ])
    expect(refused.params.reason).toBe('other-repository')
  const body = { ...place, signIn: { kind: 'password' as const, user: git.user, password: git.password } }
  const found = await server.call(api.git.inspectLocation, { params: at(project), body })
  expect(found.files).toEqual({ same: 2, changed: 0, added: 0, missing: 0 })
  await server.call(api.git.move, { params: at(project), body })
  await project.send()
  expect(next.fileAt('main', DE)).toContain('Bezahlen')
  expect(repository.fileAt('main', DE)).toContain('Zahlen')
})

test('a place without the files, a taken place and the own branch of pull requests are refused, and nothing changes', async () => {
  project = await gitProject(FILES)
  const { repository, test: server } = project
  repository.git('checkout', '--quiet', '--orphan', 'docs')
  repository.git('rm', '-r', '--quiet', '--force', '.')
  repository.write({ 'README.md': 'Docs' })
  repository.commit('Docs')
  const params = at(project)
  const body = (branch: string) => ({ repository: repository.url, branch })
  for (const [branch, reason] of [
    ['docs', 'no-files'],
    ['gone', 'branch-missing'],
    ['l10n/dragoman', 'same-branch'],
  ] as const)
    await expect(server.call(api.git.move, { params, body: body(branch) })).rejects.toMatchObject({
      params: { reason },
    })
  expect(await stateOf(project)).toMatchObject({ branch: 'main', problem: null })
})

test('translation branches move with the source that they are compared with', async () => {
  project = await gitProject(FILES)
  const { repository, test: server, params, sourceId } = project
  repository.git('checkout', '--quiet', '-b', 'feature/pay')
  repository.write({ 'locales/en.json': FILES['locales/en.json'].replace('"Pay"', '"Pay now"') })
  repository.commit('Pay now')
  await server.call(api.branches.open, { params, body: { source: sourceId, branch: 'feature/pay' } })
  await expect(
    server.call(api.git.move, {
      params: at(project),
      body: { repository: repository.url, branch: 'feature/pay' },
    }),
  ).rejects.toMatchObject({ params: { reason: 'translation-branch' } })
  repository.git('push', '--quiet', 'origin', 'main:refs/heads/trunk', ':main')
  const body = { repository: repository.url, branch: 'trunk' }
  await server.call(api.git.move, { params: at(project), body })
  const { store, sources } = server.server.deps
  const branch = await store.read(async (r) => {
    const parent = await projectBySlug(r, 'shop')
    return (await listBranches(r, parent?.id ?? 0))[0]
  })
  if (branch === undefined) throw new Error('The branch is gone')
  await sources.sync(branch.projectId, branch.sourceId)
  expect(await store.read((r) => sourceById(r, branch.sourceId))).toMatchObject({
    into: { sourceId, branch: 'trunk' },
  })
  expect(await store.read((r) => gitSource(r, branch.sourceId))).toMatchObject({ problem: null })
})

test('the pull request into the old branch is closed, and one into the new branch has all unmerged texts', async () => {
  const double = await openForgeDouble('github')
  const worlds: ReturnType<typeof double.addRepository>[] = []
  project = await gitProject(FILES, {
    mode: 'pull-request',
    forge(repository) {
      worlds.push(double.addRepository('team/shop', repository.bare))
      return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
    },
  })
  const { repository, test: server } = project
  await project.save('pay', 'de', 'Bezahlen')
  await project.send()
  repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/next')
  const body = { repository: repository.url, branch: 'next' }
  await server.call(api.git.move, { params: at(project), body })
  await project.send()
  expect(worlds[0]?.pulls.map(({ base, state }) => [base, state]).toSorted()).toEqual([
    ['main', 'closed'],
    ['next', 'open'],
  ])
  expect(repository.fileAt('l10n/dragoman', DE)).toContain('Bezahlen')
  expect(await stateOf(project)).toMatchObject({ problem: null, pullRequest: { number: 2, state: 'open' } })
  await double.end()
  expect(double.problems).toEqual([])
})
