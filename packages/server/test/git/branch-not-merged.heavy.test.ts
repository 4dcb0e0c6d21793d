import { api } from '@dragoman/contract'
import { listGitChanges } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { commitBranch, file, listed, openedBranch, rowInStore, rowsOf, saveIn } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const SLUG = 'shop-feature-pay'
const FILES = {
  'locales/en.json': file({ title: 'Shop', help: 'Help' }),
  'locales/de.json': file({ title: 'Laden', help: 'Hilfe' }),
}

let open: GitProject | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

async function connected(): Promise<GitProject> {
  open = await gitProject(FILES, { settings: { quietMinutes: 60 } })
  return open
}

const syncBranch = ({ test: server }: GitProject, source: number) =>
  server.call(api.sources.sync, { params: { project: SLUG, source } })
const namesIn = async (project: GitProject, slug: string) =>
  (await rowsOf(project, 'de', slug)).map(({ key }) => key.name).sort()

/** Moves a branch of the repository to another commit. */
function move({ repository }: GitProject, branch: string, to: string): void {
  repository.git('push', '--quiet', '--force', 'origin', `${to}:refs/heads/${branch}`)
}

test('a branch without commits of its own stays open when keys are added to it, and is merged later', async () => {
  const project = await connected()
  const { repository, test: server } = project
  move(project, 'feature/pay', 'main')
  const { source } = await openedBranch(project, 'feature/pay', 0)
  await server.call(api.keys.create, {
    params: { project: SLUG },
    body: { namespace: 'translation', name: 'pay', plural: 'none', forms: { other: 'Pay' } },
  })
  const waiting = () => server.server.deps.store.read((r) => listGitChanges(r, source))
  await eventually(async () => (await waiting()).length === 1)
  await syncBranch(project, source)
  await syncBranch(project, source)
  expect(await listed(project)).toMatchObject([{ branch: 'feature/pay', state: 'open', keys: 1 }])
  expect(await namesIn(project, 'shop')).toEqual(['help', 'title'])

  await server.call(api.git.send, { params: { project: SLUG, source } })
  expect(JSON.parse(repository.fileAt('feature/pay', 'locales/en.json'))).toEqual({
    title: 'Shop',
    help: 'Help',
    pay: 'Pay',
  })
  repository.git('fetch', '--quiet', 'origin')
  repository.git('merge', '--quiet', '--ff-only', 'origin/feature/pay')
  repository.git('push', '--quiet', 'origin', 'main')
  await syncBranch(project, source)
  await eventually(async () => (await listed(project)).length === 0)
  expect(await namesIn(project, 'shop')).toEqual(['help', 'pay', 'title'])
})

test('a branch that is moved to main for a moment is not merged', async () => {
  const project = await connected()
  const { repository } = project
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ title: 'Garden shop', help: 'Help' }) })
  const { source } = await openedBranch(project, 'feature/pay', 1)
  await saveIn(project, SLUG, 'title', 'Gartenladen')
  move(project, 'feature/pay', 'main')
  await syncBranch(project, source)
  await syncBranch(project, source)
  expect(await listed(project)).toMatchObject([{ branch: 'feature/pay', state: 'open', unsent: 1 }])
  expect(await project.text('title', 'de')).toBe('Laden')

  move(project, 'feature/pay', 'feature/pay')
  await syncBranch(project, source)
  await eventually(async () => (await rowInStore(project, SLUG)).mergeBase !== null)
  await project.test.call(api.git.send, { params: { project: SLUG, source } })
  expect(JSON.parse(repository.fileAt('feature/pay', 'locales/de.json')).title).toBe('Gartenladen')
  expect(JSON.parse(repository.fileAt('feature/pay', 'locales/en.json')).title).toBe('Garden shop')
})

test.each(['merge', 'squash'] as const)(
  'after a %s, a branch that is moved on to main is merged',
  async (how) => {
    const project = await connected()
    const { repository } = project
    commitBranch(project, 'feature/pay', {
      'locales/en.json': file({ title: 'Shop', help: 'Help', pay: 'Pay' }),
    })
    await openedBranch(project, 'feature/pay', 1)
    await saveIn(project, SLUG, 'pay', 'Zahlen')
    const again = await project.restarted(async () => {
      repository.write({ 'locales/de.json': file({ title: 'Geschäft', help: 'Hilfe' }) })
      repository.commit('On main')
      const options = how === 'merge' ? ['--no-ff', '--no-edit'] : ['--squash']
      repository.git('merge', '--quiet', ...options, 'feature/pay')
      repository.commit('Merged')
      move(project, 'feature/pay', 'main')
    })
    open = again
    await eventually(async () => (await listed(again)).length === 0, 30_000)
    expect(await again.text('pay', 'de')).toBe('Zahlen')
  },
)
