import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { commitBranch, file, listed, untilRead } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

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
  open = await gitProject(FILES, {
    settings: { quietMinutes: 60, openBranches: { by: 'pattern', pattern: 'feature/*' } },
  })
  return open
}

const offer = (project: GitProject) =>
  commitBranch(project, 'feature/pay', { 'locales/en.json': file({ title: 'Garden shop', help: 'Help' }) })

function squash({ repository }: GitProject): void {
  repository.git('merge', '--quiet', '--squash', 'feature/pay')
  repository.commit('Squashed')
}

/** Changes a text on `main` that the branch has changed too, and restarts: the branch differs from `main` again. */
async function restarted(project: GitProject): Promise<GitProject> {
  open = await project.restarted(async () => {
    project.repository.write({ 'locales/en.json': file({ title: 'Our garden shop', help: 'Help' }) })
    project.repository.commit('Later')
  })
  await open.sync()
  return open
}

const branches = async (project: GitProject) => (await listed(project)).map(({ branch }) => branch)

test('a squashed branch that was not deleted stays ended after a restart, until it has new commits', async () => {
  const project = await connected()
  offer(project)
  await project.sync()
  await untilRead(project, 1)
  const [{ slug, source } = { slug: '', source: 0 }] = await listed(project)
  squash(project)
  await project.test.call(api.sources.sync, { params: { project: slug, source } })
  await eventually(async () => (await listed(project)).length === 0, 30_000)
  const again = await restarted(project)
  await again.sync()
  expect(await branches(again)).toEqual([])

  const { repository } = again
  repository.git('checkout', '--quiet', 'feature/pay')
  repository.write({ 'locales/en.json': file({ title: 'Garden shop', help: 'Help', pay: 'Pay' }) })
  repository.commit('More')
  repository.git('checkout', '--quiet', 'main')
  await again.sync()
  expect(await branches(again)).toEqual(['feature/pay'])
})

test('a branch that was merged before it was found is not opened after a restart either', async () => {
  const project = await connected()
  offer(project)
  squash(project)
  await project.sync()
  expect(await branches(project)).toEqual([])
  const again = await restarted(project)
  expect(await branches(again)).toEqual([])
})
